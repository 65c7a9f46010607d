/**
 * The answers a client got, kept by the client. Afterwards they are compared with the database: what was acknowledged
 * is there, once and under the transfer that was named, and what was refused is not.
 */
import type { Pool } from 'pg'
import { assert, assertNone } from '../frame/part.ts'

export type Told = { ownerId: string; key: string; transferId: string | null }

export type TellTale = {
  accepted: (told: { ownerId: string; key: string; transferId: string }) => void
  refused: (told: { ownerId: string; key: string }) => void
  count: () => { accepted: number; refused: number }
  /** Throws `Broken` unless everything told so far is true. */
  verify: (admin: Pool) => Promise<void>
  /** How many answers are on record: the only notion of time that the record has. */
  told: () => number
  /** Compares with a database that may hold less, for the answers in a range. */
  compare: (admin: Pool, range: { from: number; to: number }) => Promise<Comparison>
}

export type Comparison = {
  /** Keys that are not there at all. */
  missing: number
  /** What is there and says something else. */
  contradictions: object[]
}

const CHUNK = 5_000

const CONTRADICTIONS = `
  select told.owner_id, told.key, told.transfer_id as told_transfer_id, stored.status, stored.transfer_id
    from unnest($1::uuid[], $2::text[], $3::uuid[]) as told (owner_id, key, transfer_id)
    left join idempotency as stored on stored.owner_id = told.owner_id and stored.key = told.key
   where stored.status is distinct from (case when told.transfer_id is null then 'refused' else 'accepted' end)
      or (told.transfer_id is not null and stored.transfer_id <> told.transfer_id)
      or (told.transfer_id is null) = exists (
           select from entries where entries.owner_id = told.owner_id and entries.account = 'wallet'
              and entries.transfer_id = stored.transfer_id)`

type Row = { status: string | null }

const ask = async (admin: Pool, told: readonly Told[]): Promise<Row[]> => {
  const { rows } = await admin.query<Row>(CONTRADICTIONS, [
    told.map(({ ownerId }) => ownerId),
    told.map(({ key }) => key),
    told.map(({ transferId }) => transferId),
  ])
  return rows
}

/** A record of movements in wallets, with one answer per key. */
export const createRecord = (): TellTale => {
  const told: Told[] = []
  let verified = 0
  const compare: TellTale['compare'] = async (admin, { from, to }) => {
    const found: Row[] = []
    for (let at = from; at < to; at += CHUNK)
      found.push(...(await ask(admin, told.slice(at, Math.min(to, at + CHUNK)))))
    const contradictions = found.filter(({ status }) => status !== null)
    return { missing: found.length - contradictions.length, contradictions }
  }
  return {
    accepted: (one) => void told.push(one),
    refused: ({ ownerId, key }) => void told.push({ ownerId, key, transferId: null }),
    count: () => {
      const accepted = told.filter(({ transferId }) => transferId !== null).length
      return { accepted, refused: told.length - accepted }
    },
    verify: async (admin) => {
      const until = told.length
      const { missing, contradictions } = await compare(admin, { from: verified, to: until })
      assert(missing === 0, 'I2: what was acknowledged is in the journal', { missing })
      assertNone(contradictions, 'I2: what was acknowledged is in the journal, and what was refused is not')
      verified = until
    },
    told: () => told.length,
    compare,
  }
}
