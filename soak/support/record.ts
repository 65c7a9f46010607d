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

// Joins alone, which a distributed database answers too.
const FOUND = `
  select distinct told.owner_id, told.key, told.transfer_id as told_transfer_id, stored.status, stored.transfer_id,
         entries.transfer_id is not null as is_written
    from unnest($1::uuid[], $2::text[], $3::uuid[]) as told (owner_id, key, transfer_id)
    join idempotency as stored on stored.owner_id = told.owner_id and stored.key = told.key
    left join entries on entries.owner_id = stored.owner_id and entries.account = 'wallet'
          and entries.transfer_id = stored.transfer_id`

type Row = { told_transfer_id: string | null; status: string; transfer_id: string; is_written: boolean }

const contradicts = ({ told_transfer_id: told, status, transfer_id: stored, is_written: isWritten }: Row): boolean =>
  told === null ? status !== 'refused' || isWritten : status !== 'accepted' || stored !== told || !isWritten

const ask = async (admin: Pool, told: readonly Told[]): Promise<Comparison> => {
  const { rows } = await admin.query<Row>(FOUND, [
    told.map(({ ownerId }) => ownerId),
    told.map(({ key }) => key),
    told.map(({ transferId }) => transferId),
  ])
  return { missing: told.length - rows.length, contradictions: rows.filter(contradicts) }
}

/** A record of movements in wallets, with one answer per key. */
export const createRecord = (): TellTale => {
  const told: Told[] = []
  let verified = 0
  const compare: TellTale['compare'] = async (admin, { from, to }) => {
    const found: Comparison = { missing: 0, contradictions: [] }
    for (let at = from; at < to; at += CHUNK) {
      const { missing, contradictions } = await ask(admin, told.slice(at, Math.min(to, at + CHUNK)))
      found.missing += missing
      found.contradictions.push(...contradictions)
    }
    return found
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
