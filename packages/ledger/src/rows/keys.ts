/**
 * One effect per key, permanently. The answer is stored with the key as the text that was first sent, so that a repeat gets
 * the same bytes. The second of two commands with one key waits for the wallet's lock, or at the primary key, and then
 * reads what the first one stored.
 */
import type { Pool } from 'pg'
import { parseAnswer } from '../decide/replay.ts'
import { keyId } from '../decide/state.ts'
import type { StoredKey } from '../decide/state.ts'
import { texts, uuids } from '../pg/lists.ts'
import { run } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import { inTransaction } from '../pg/transaction.ts'
import type { Write } from '../pg/writes.ts'
import type { Command, Json } from '../types.ts'

const load: Statement = {
  name: 'ledger.load_keys',
  text: `select stored.owner_id, stored.key, stored.request_hash, stored.status, stored.answer::text as answer,
      stored.transfer_id, stored.created_at
    from unnest($1::uuid[], $2::text[]) as wanted (owner_id, key)
    join idempotency as stored on stored.owner_id = wanted.owner_id and stored.key = wanted.key`,
}

const save: Statement = {
  name: 'ledger.save_keys',
  text: `insert into idempotency (owner_id, key, request_hash, status, answer, transfer_id, created_at)
    select owner_id, key, request_hash, status, answer::json, transfer_id, $7
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[])
      as stored (owner_id, key, request_hash, status, answer, transfer_id)
    order by owner_id, key collate "C"`,
}

const ofTransfers: Statement = {
  name: 'ledger.keys_of_transfers',
  text: `select transfer_id, key from idempotency
    where owner_id = any($1::uuid[]) and transfer_id = any($2::uuid[]) and status = 'accepted'`,
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

const oldAnswers: Statement = {
  name: 'ledger.old_answers',
  text: `select owner_id, key from idempotency where answer is not null and created_at < $1 order by created_at limit $2`,
}

const prune: Statement = {
  name: 'ledger.prune_answers',
  text: `update idempotency set answer = null
    from unnest($1::uuid[], $2::text[]) as old (owner_id, key)
    where idempotency.owner_id = old.owner_id and idempotency.key = old.key and idempotency.answer is not null`,
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
  db: QueryRunner,
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

/** Which keys are taken, in the order given. Outcomes are left out, since a standby may still lack them. */
export const areKeysTaken = async (
  db: QueryRunner,
  keys: readonly Pick<Command, 'ownerId' | 'key'>[],
): Promise<boolean[]> => {
  const stored = await loadKeys(db, keys)
  return keys.map((key) => stored.has(keyId(key)))
}

/**
 * Deletes up to `limit` answers from before `before` and returns how many; call it until there are none. The keys stay, so
 * that nothing can happen twice, and a repeat learns only whether the command was accepted.
 */
export const pruneAnswers = async (db: QueryRunner, before: Date, limit: number): Promise<number> => {
  const { rows } = await run<{ owner_id: string; key: string }>(db, oldAnswers, [before, limit])
  if (rows.length === 0) return 0
  const { rowCount } = await run(db, prune, [
    uuids(rows.map(({ owner_id }) => owner_id)),
    texts(rows.map(({ key }) => key)),
  ])
  return rowCount ?? 0
}

/**
 * Adds fields that became known later (a provider's address, a state) to the stored answer and returns all of it, exactly
 * as a repeat will get it. Throws when nothing was accepted under the key, when the answer was pruned, and when a standby
 * may lack the change.
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
    // Otherwise the patch alone would be taken for the whole answer.
    if (stored.answer === null) throw new Error('the answer under this key was pruned')
    const answer = parseAnswer(stored.answer)
    if (answer !== null && (typeof answer !== 'object' || Array.isArray(answer)))
      throw new Error('only an answer made of fields can be completed')
    const completed = { ...answer, ...patch }
    await run(client, replaceAnswer, [ownerId, key, JSON.stringify(completed)])
    return completed
  })

/** Under which keys these owners' transfers were posted; reads all keys of the owners. */
export const keysOfTransfers = async (
  db: QueryRunner,
  ownerIds: readonly string[],
  transferIds: readonly string[],
): Promise<{ transferId: string; key: string }[]> => {
  if (ownerIds.length === 0 || transferIds.length === 0) return []
  const { rows } = await run<{ transfer_id: string; key: string }>(db, ofTransfers, [[...ownerIds], [...transferIds]])
  return rows.map(({ transfer_id, key }) => ({ transferId: transfer_id, key }))
}
