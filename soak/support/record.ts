/**
 * What a client was told, kept by the client. Afterwards the database is asked whether all of it is true: what was
 * acknowledged is there, once and under the transfer that was named, and what was refused is not.
 */
import type { Pool } from 'pg'
import { mustBeNone } from '../frame/part.ts'

export type Told = { ownerId: string; key: string; transferId: string | null }

export type TellTale = {
  accepted: (told: { ownerId: string; key: string; transferId: string }) => void
  refused: (told: { ownerId: string; key: string }) => void
  count: () => { accepted: number; refused: number }
  /** Throws `Broken` unless everything told so far is true. */
  verify: (admin: Pool) => Promise<void>
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

/** A record of movements in wallets; each key is told once. */
export const createRecord = (): TellTale => {
  const told: Told[] = []
  let verified = 0
  return {
    accepted: (one) => void told.push(one),
    refused: ({ ownerId, key }) => void told.push({ ownerId, key, transferId: null }),
    count: () => {
      const accepted = told.filter(({ transferId }) => transferId !== null).length
      return { accepted, refused: told.length - accepted }
    },
    verify: async (admin) => {
      const until = told.length
      for (let from = verified; from < until; from += CHUNK) {
        const chunk = told.slice(from, Math.min(until, from + CHUNK))
        const { rows } = await admin.query<object>(CONTRADICTIONS, [
          chunk.map(({ ownerId }) => ownerId),
          chunk.map(({ key }) => key),
          chunk.map(({ transferId }) => transferId),
        ])
        mustBeNone(rows, 'I2: what was acknowledged is in the journal, and what was refused is not')
      }
      verified = until
    },
  }
}
