/**
 * One effect per key, for ever. The answer lies beside the key as the very text that was first sent, so that a repeat
 * gets the same bytes. Whoever comes second with the same key waits at the wallet's lock, or at the primary key, and
 * then reads what the first one stored.
 */
import type { Pool } from 'pg'
import { texts, uuids } from '../pg/lists.ts'
import { run } from '../pg/sql.ts'
import type { Asks, Queryable, Statement } from '../pg/sql.ts'
import { inTransaction } from '../pg/transaction.ts'
import { parseAnswer } from '../decide/replay.ts'
import { keyId } from '../decide/state.ts'
import type { StoredKey } from '../decide/state.ts'
import type { Command, Json } from '../types.ts'
import type { Write } from '../pg/writes.ts'

const load: Statement = {
  name: 'ledger.load_keys',
  text: `select stored.owner_id, stored.key, stored.request_hash, stored.status, stored.answer::text as answer,
      stored.transfer_id, stored.created_at
    from unnest($1::uuid[], $2::text[]) as asked (owner_id, key)
    join idempotency as stored on stored.owner_id = asked.owner_id and stored.key = asked.key`,
}

const save: Statement = {
  name: 'ledger.save_keys',
  text: `insert into idempotency (owner_id, key, request_hash, status, answer, transfer_id, created_at)
    select owner_id, key, request_hash, status, answer::json, transfer_id, $7
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[])
      as stored (owner_id, key, request_hash, status, answer, transfer_id)
    order by owner_id, key collate "C"`,
}

const lockAnswer: Statement = {
  name: 'ledger.lock_answer',
  text: `select answer::text as answer from idempotency
    where owner_id = $1 and key = $2 and status = 'accepted' for no key update`,
}

const replaceAnswer: Statement = {
  name: 'ledger.replace_answer',
  text: `update idempotency set answer = $3::json where owner_id = $1 and key = $2`,
}

const prune: Statement = {
  name: 'ledger.prune_answers',
  text: `update idempotency set answer = null
    from (select owner_id, key from idempotency where answer is not null and created_at < $1
      order by created_at limit $2 for no key update skip locked) as old
    where idempotency.owner_id = old.owner_id and idempotency.key = old.key`,
}

type KeyRow = {
  owner_id: string
  key: string
  request_hash: string
  status: 'accepted' | 'refused'
  answer: string | null
  transfer_id: string
  created_at: Date
}

const toStored = (row: KeyRow): StoredKey => ({
  ownerId: row.owner_id,
  key: row.key,
  requestHash: row.request_hash,
  accepted: row.status === 'accepted',
  answer: row.answer,
  transferId: row.transfer_id,
  at: row.created_at,
})

export const loadKeys = async (
  db: Asks,
  keys: readonly { ownerId: string; key: string }[],
): Promise<Map<string, StoredKey>> => {
  const { rows } = await run<KeyRow>(db, load, [
    uuids(keys.map(({ ownerId }) => ownerId)),
    texts(keys.map(({ key }) => key)),
  ])
  return new Map(rows.map(toStored).map((stored) => [keyId(stored), stored]))
}

export const keyWrites = (keys: StoredKey[], at: Date): Write[] => {
  if (keys.length === 0) return []
  const values = [
    uuids(keys.map(({ ownerId }) => ownerId)),
    texts(keys.map(({ key }) => key)),
    texts(keys.map(({ requestHash }) => requestHash)),
    texts(keys.map(({ accepted }) => (accepted ? 'accepted' : 'refused'))),
    texts(keys.map(({ answer }) => answer)),
    uuids(keys.map(({ transferId }) => transferId)),
    at,
  ]
  return [{ statement: save, values, isIndependent: true }]
}

/**
 * Which keys are taken, in the order asked. What became of their commands is not told: this server may have it and no
 * standby yet.
 */
export const areKeysTaken = async (
  db: Asks,
  asked: readonly Pick<Command, 'ownerId' | 'key'>[],
): Promise<boolean[]> => {
  const keys = await loadKeys(db, asked)
  return asked.map((one) => keys.has(keyId(one)))
}

/**
 * Forgets answers given before a moment, at most `limit` of them, and says how many: call it until that is none. The keys
 * stay for ever, so that nothing can happen twice; a repeat is then told that it was accepted, without the details.
 */
export const pruneAnswers = async (db: Queryable, before: Date, limit: number): Promise<number> =>
  (await run(db, prune, [before, limit])).rowCount ?? 0

/**
 * Adds what became known later (a provider's address, a state) to the stored answer, field by field, and returns the
 * whole: sending that very object gives the bytes a repeat will get. Throws when nothing was accepted under the key, when
 * the answer was pruned, and when a standby may lack the change.
 */
export const completeAnswer = (
  pool: Pool,
  ownerId: string,
  key: string,
  patch: { [key: string]: Json },
): Promise<Json> =>
  inTransaction(pool, 'begin', async (client) => {
    const { rows } = await run<{ answer: string | null }>(client, lockAnswer, [ownerId, key])
    const stored = rows[0]
    if (!stored) throw new Error('there is no accepted answer under this key')
    // A part of an answer would be taken for the whole.
    if (stored.answer === null) throw new Error('the answer under this key was forgotten')
    const answer = parseAnswer(stored.answer)
    if (answer !== null && (typeof answer !== 'object' || Array.isArray(answer)))
      throw new Error('only an answer made of fields can be completed')
    const completed = { ...answer, ...patch }
    await run(client, replaceAnswer, [ownerId, key, JSON.stringify(completed)])
    return completed
  })
