/** Challenges and the tokens that come of them. */
import type { Factor, StepUpIntent } from '@puente/contract'
import { decryptField, encryptField } from '#platform/crypto/field-encryption.ts'
import { hashToken } from '#platform/crypto/tokens.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import type { Keys } from '#platform/secrets.ts'
import { CHALLENGE_TRIES, type ChallengeTimes } from './challenge-rules.ts'
import type { Prover } from './intent.ts'

export type Challenge = ChallengeTimes &
  Prover & {
    challengeId: string
    operation: string
    intent: StepUpIntent
    intentHash: Buffer
    createdAt: Date
    codeHash: Buffer | null
    /** The number that the code was sent to, as a claim. */
    codeClaim: string | null
    codeSentAt: Date | null
  }
type Ref = Pick<Challenge, 'ownerId' | 'challengeId'>

const placeOf = (challengeId: string) => ({ table: 'step_up_challenges', column: 'intent_sealed', row: challengeId })

const COLUMNS = [
  'owner_id',
  'challenge_id',
  'session_id',
  'operation',
  'intent_sealed',
  'intent_hash',
  'created_at',
  'expires_at',
  'tries',
  'code_hash',
  'code_claim',
  'code_sent_at',
  'proved_at',
] as const

const select = (db: Db, ownerId: string) =>
  db.selectFrom('step_up_challenges').select(COLUMNS).where('owner_id', '=', ownerId)
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>>

const challengeOf = (keys: Pick<Keys, 'sealing'>, row: Row): Challenge => ({
  ownerId: row.owner_id,
  challengeId: row.challenge_id,
  sessionId: row.session_id,
  operation: row.operation,
  intent: JSON.parse(decryptField(keys.sealing, placeOf(row.challenge_id), row.intent_sealed)) as StepUpIntent,
  intentHash: row.intent_hash,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  tries: row.tries,
  codeHash: row.code_hash,
  codeClaim: row.code_claim,
  codeSentAt: row.code_sent_at,
  provedAt: row.proved_at,
})

export type NewChallenge = Prover & {
  challengeId: string
  intent: StepUpIntent
  intentHash: Buffer
  at: Date
  expiresAt: Date
}

export const insertChallenge = async (
  db: Db,
  keys: Pick<Keys, 'sealing'>,
  { ownerId, challengeId, sessionId, intent, intentHash, at, expiresAt }: NewChallenge,
): Promise<void> => {
  await db
    .insertInto('step_up_challenges')
    .values({
      owner_id: ownerId,
      challenge_id: challengeId,
      session_id: sessionId,
      operation: intent.operation,
      intent_sealed: encryptField(keys.sealing, placeOf(challengeId), JSON.stringify(intent)),
      intent_hash: intentHash,
      created_at: at,
      expires_at: expiresAt,
    })
    .execute()
}

/** A challenge for the same that may still be answered for a while, if there is one. */
export const findOpenChallenge = async (
  db: Db,
  { ownerId, intentHash, until }: { ownerId: string; intentHash: Buffer; until: Date },
): Promise<string | null> => {
  const row = await db
    .selectFrom('step_up_challenges')
    .select('challenge_id')
    .where('owner_id', '=', ownerId)
    .where('intent_hash', '=', intentHash)
    .where('proved_at', 'is', null)
    .where('expires_at', '>', until)
    .where('tries', '<', CHALLENGE_TRIES)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.challenge_id ?? null
}

/** That of this session, or of a sign-in; one of another session is none. */
export const findChallenge = async (
  db: Db,
  keys: Pick<Keys, 'sealing'>,
  { ownerId, challengeId, sessionId }: Ref & Prover,
): Promise<Challenge | undefined> => {
  const row = await select(db, ownerId)
    .where('challenge_id', '=', challengeId)
    .where('session_id', sessionId === null ? 'is' : '=', sessionId)
    .executeTakeFirst()
  return row && challengeOf(keys, row)
}

/**
 * Counts a try before it is judged, so that of however many at once no more than the bound are; undefined when none is left,
 * or the challenge is proved or too old.
 */
export const takeTry = async (
  trx: Trx,
  keys: Pick<Keys, 'sealing'>,
  { ownerId, challengeId, sessionId }: Ref & Prover,
  at: Date,
): Promise<Challenge | undefined> => {
  const row = await trx
    .updateTable('step_up_challenges')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('owner_id', '=', ownerId)
    .where('challenge_id', '=', challengeId)
    .where('session_id', sessionId === null ? 'is' : '=', sessionId)
    .where('proved_at', 'is', null)
    .where('expires_at', '>', at)
    .where('tries', '<', CHALLENGE_TRIES)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && challengeOf(keys, row)
}

/** Stores a code unless one was sent after `notSince`; whether it did. The one before stops working. */
export const setCode = async (
  trx: Trx,
  { ownerId, challengeId }: Ref,
  code: { hash: Buffer; claim: string; at: Date; expiresAt: Date; notSince: Date },
): Promise<boolean> => {
  const row = await trx
    .updateTable('step_up_challenges')
    .set({ code_hash: code.hash, code_claim: code.claim, code_sent_at: code.at, expires_at: code.expiresAt })
    .where('owner_id', '=', ownerId)
    .where('challenge_id', '=', challengeId)
    .where('proved_at', 'is', null)
    .where((where) => where.or([where('code_sent_at', 'is', null), where('code_sent_at', '<=', code.notSince)]))
    .returning('challenge_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Marks it as proved, by one caller only; whether it was this one. A sign-in needs no token. */
export const setProved = async (
  trx: Trx,
  { ownerId, challengeId }: Ref,
  proof: { factor: Factor; at: Date; token: { token: string; expiresAt: Date } | null },
): Promise<boolean> => {
  const { factor, at, token } = proof
  const row = await trx
    .updateTable('step_up_challenges')
    .set({
      factor,
      proved_at: at,
      ...(token === null ? { used_at: at } : { token_hash: hashToken(token.token), token_expires_at: token.expiresAt }),
    })
    .where('owner_id', '=', ownerId)
    .where('challenge_id', '=', challengeId)
    .where('proved_at', 'is', null)
    .returning('challenge_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a token up: of any number at once exactly one gets it. Null when it is none for this. */
export const takeToken = async (
  db: Db,
  { ownerId, sessionId }: Prover,
  use: { token: string; intentHash: Buffer; at: Date },
): Promise<Ref | null> => {
  const row = await db
    .updateTable('step_up_challenges')
    .set({ used_at: use.at })
    .where('owner_id', '=', ownerId)
    .where('token_hash', '=', hashToken(use.token))
    .where('session_id', '=', sessionId)
    .where('intent_hash', '=', use.intentHash)
    .where('used_at', 'is', null)
    .where('token_expires_at', '>', use.at)
    .returning('challenge_id')
    .executeTakeFirst()
  return row ? { ownerId, challengeId: row.challenge_id } : null
}

/** Makes a token good again that was used for an act which was refused. */
export const restoreToken = async (db: Db, { ownerId, challengeId }: Ref): Promise<void> => {
  await db
    .updateTable('step_up_challenges')
    .set({ used_at: null })
    .where('owner_id', '=', ownerId)
    .where('challenge_id', '=', challengeId)
    .where('movement_id', 'is', null)
    .execute()
}

/** Forgets challenges from before, for everybody. */
export const pruneChallenges = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('step_up_challenges').where('created_at', '<', before).execute()
}
