/**
 * Codes and links that were sent to an address. A code is kept as a keyed hash, the address sealed. Everything that locks or writes codes holds the
 * lock on their account by then: in that order, calls wait for one another and none deadlock. Housekeeping alone takes away what has long
 * been over without it (`prune-codes.ts`).
 */
import { decryptField, encryptField } from '#platform/crypto/field-encryption.ts'
import { codeHmac, hashToken } from '#platform/crypto/tokens.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import type { Keys } from '#platform/secrets.ts'
import { type Account, lockAccount } from '#features/accounts/index.ts'
import { CODE_LIFE_MS, CODE_TRIES, type CodePurpose, type CodeTimes, type SentLink } from './code-rules.ts'

type CodeKeys = Pick<Keys, 'otp' | 'sealing'>

export type StoredCode = CodeTimes & {
  ownerId: string
  codeId: string
  purpose: CodePurpose
  address: string
  codeHash: Buffer | null
}

export type NewCode = {
  ownerId: string
  codeId: string
  purpose: CodePurpose
  address: string
  addressHash: string
  /** The six digits, where there are any. */
  code: string | null
  /** The link's token, where there is one. */
  linkToken: string | null
  at: Date
}

const placeOf = (codeId: string) => ({ table: 'contact_codes', column: 'address_sealed', row: codeId })

const openCodes = (trx: Trx, ownerId: string, purpose: CodePurpose) =>
  trx
    .updateTable('contact_codes')
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('dead_at', 'is', null)

/** Ends every open code and link of the account, whatever it is for. */
export const endAllCodes = async (trx: Trx, ownerId: string, at: Date): Promise<void> => {
  await trx
    .updateTable('contact_codes')
    .where('owner_id', '=', ownerId)
    .where('used_at', 'is', null)
    .where('dead_at', 'is', null)
    .set({ dead_at: at })
    .execute()
}

/** Ends all open codes of a purpose. */
export const endCodes = async (trx: Trx, ownerId: string, purpose: CodePurpose, at: Date): Promise<void> => {
  await openCodes(trx, ownerId, purpose).set({ dead_at: at }).execute()
}

/** Ends the open codes of the purpose of one that were made with it or after it. */
export const endCodesSince = async (
  trx: Trx,
  { ownerId, purpose, codeId }: Pick<StoredCode, 'ownerId' | 'purpose' | 'codeId'>,
  at: Date,
): Promise<void> => {
  await openCodes(trx, ownerId, purpose).where('code_id', '>=', codeId).set({ dead_at: at }).execute()
}

/**
 * Stores a code; the digits of all older ones of its purpose stop working. Mailed links stay good until their time: a person
 * who asked twice, or in whose name a stranger asked, may open either mail. Answers when the code expires.
 */
export const insertCode = async (trx: Trx, keys: CodeKeys, newCode: NewCode): Promise<Date> => {
  const { ownerId, codeId, purpose, address, addressHash, code, linkToken, at } = newCode
  const expiresAt = new Date(at.getTime() + CODE_LIFE_MS[purpose])
  if (linkToken === null) await endCodes(trx, ownerId, purpose, at)
  else await openCodes(trx, ownerId, purpose).set({ code_hash: null }).execute()
  await trx
    .insertInto('contact_codes')
    .values({
      owner_id: ownerId,
      code_id: codeId,
      purpose,
      address_hash: addressHash,
      created_at: at,
      expires_at: expiresAt,
      address_sealed: encryptField(keys.sealing, placeOf(codeId), address),
      code_hash: code === null ? null : codeHmac(keys, { codeId, purpose }, code),
    })
    .execute()
  if (linkToken !== null)
    await trx
      .insertInto('link_tokens')
      .values({ token_hash: hashToken(linkToken), owner_id: ownerId, code_id: codeId, created_at: at })
      .execute()
  return expiresAt
}

const select = (db: Db, ownerId: string) =>
  db
    .selectFrom('contact_codes')
    .select([
      'owner_id',
      'code_id',
      'purpose',
      'address_sealed',
      'code_hash',
      'tries',
      'expires_at',
      'used_at',
      'dead_at',
    ])
    .where('owner_id', '=', ownerId)
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>>

const codeOf = (keys: CodeKeys, row: Row): StoredCode => ({
  ownerId: row.owner_id,
  codeId: row.code_id,
  purpose: row.purpose as CodePurpose,
  address: decryptField(keys.sealing, placeOf(row.code_id), row.address_sealed),
  codeHash: row.code_hash,
  tries: row.tries,
  expiresAt: row.expires_at,
  usedAt: row.used_at,
  deadAt: row.dead_at,
})

/** The codes of a purpose that were made since then, and whether each is still good. */
export const readSent = async (
  trx: Trx,
  { ownerId, purpose, since, at }: { ownerId: string; purpose: CodePurpose; since: Date; at: Date },
): Promise<SentLink[]> => {
  const rows = await trx
    .selectFrom('contact_codes')
    .select(['created_at', 'expires_at', 'used_at', 'dead_at'])
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .execute()
  return rows.map((row) => ({
    at: row.created_at,
    isOpen: row.used_at === null && row.dead_at === null && row.expires_at > at,
  }))
}

/** The newest code of a purpose that can still be typed in, and the one that is open before all others, whatever the clock was when they were made. Tries of the same code wait for one another, so that none runs ahead of the count. */
export const lockNewestCode = async (
  trx: Trx,
  keys: CodeKeys,
  ownerId: string,
  purpose: CodePurpose,
): Promise<StoredCode | undefined> => {
  const row = await select(trx, ownerId)
    .where('purpose', '=', purpose)
    .where('code_hash', 'is not', null)
    .orderBy((row) => row.and([row('used_at', 'is', null), row('dead_at', 'is', null)]), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('code_id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return row && codeOf(keys, row)
}

/** The open code of a purpose, to say what is waiting for it; undefined when none is. */
export const findOpenCode = async (
  db: Db,
  keys: CodeKeys,
  { ownerId, purpose, at }: { ownerId: string; purpose: CodePurpose; at: Date },
): Promise<(StoredCode & { createdAt: Date }) | undefined> => {
  const row = await select(db, ownerId)
    .select('created_at')
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...codeOf(keys, row), createdAt: row.created_at }
}

/** The account and the code that a link leads to, if it is of that purpose; the account is locked first, as everywhere. */
export const lockCodeOfLink = async (
  trx: Trx,
  keys: CodeKeys,
  token: string,
  purpose: CodePurpose,
): Promise<{ account: Account; code: StoredCode } | undefined> => {
  const link = await trx
    .selectFrom('link_tokens')
    .select(['owner_id', 'code_id'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!link) return undefined
  const account = await lockAccount(trx, keys, link.owner_id)
  const row = await select(trx, link.owner_id)
    .where('code_id', '=', link.code_id)
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst()
  return row && { account, code: codeOf(keys, row) }
}

/** Counts a wrong try; the last one kills the code. */
export const countTry = async (trx: Trx, { ownerId, codeId, tries }: StoredCode, at: Date): Promise<void> => {
  const next = tries + 1
  await trx
    .updateTable('contact_codes')
    .set({ tries: next, ...(next >= CODE_TRIES ? { dead_at: at } : {}) })
    .where('owner_id', '=', ownerId)
    .where('code_id', '=', codeId)
    .execute()
}

/** Ends a code whose owner was answered that it is over, so that it stays over even if the clock is set back. */
export const endCode = async (trx: Trx, { ownerId, codeId }: StoredCode, at: Date): Promise<void> => {
  await trx
    .updateTable('contact_codes')
    .set({ dead_at: at })
    .where('owner_id', '=', ownerId)
    .where('code_id', '=', codeId)
    .where('dead_at', 'is', null)
    .execute()
}

export const useCode = async (trx: Trx, { ownerId, codeId }: StoredCode, at: Date): Promise<void> => {
  await trx
    .updateTable('contact_codes')
    .set({ used_at: at })
    .where('owner_id', '=', ownerId)
    .where('code_id', '=', codeId)
    .execute()
}
