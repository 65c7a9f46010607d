import { changed, reversalId } from '../decide/state.ts'
import type { Reversal, Rows } from '../decide/state.ts'
import { bigints, texts, uuids } from '../pg/lists.ts'
import { run } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import type { Write } from '../pg/writes.ts'
import type { AccountRef, Command } from '../types.ts'

const load: Statement = {
  name: 'ledger.load_reversals',
  text: `select wanted.owner_id, wanted.transfer_id, wanted.account,
      coalesce((select sum(entries.amount_cents) from entries where entries.owner_id = wanted.owner_id
        and entries.account = wanted.account and entries.transfer_id = wanted.transfer_id), 0)::bigint as moved_cents,
      coalesce((select reversals.returned_cents from reversals where reversals.owner_id = wanted.owner_id
        and reversals.transfer_id = wanted.transfer_id and reversals.account = wanted.account), 0)::bigint
        as returned_cents
    from unnest($1::uuid[], $2::uuid[], $3::text[]) as wanted (owner_id, transfer_id, account)`,
}

const save: Statement = {
  name: 'ledger.save_reversals',
  text: `insert into reversals (owner_id, transfer_id, account, moved_cents, returned_cents)
    select owner_id, transfer_id, account, moved_cents, returned_cents
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[])
      as next (owner_id, transfer_id, account, moved_cents, returned_cents)
    on conflict (owner_id, transfer_id, account) do update set returned_cents = excluded.returned_cents`,
}

type ReversalRow = {
  owner_id: string
  transfer_id: string
  account: string
  moved_cents: bigint
  returned_cents: bigint
}

/** Reads what the reversed transfers moved, and how much of it was reversed, in the accounts that the commands declare. */
export const loadReversals = async (
  db: QueryRunner,
  commands: { command: Command; accounts: AccountRef[] }[],
): Promise<Map<string, Reversal | null>> => {
  const wanted = new Map<string, AccountRef & { transferId: string }>()
  for (const { command, accounts } of commands) {
    const { reverses } = command
    if (!reverses) continue
    for (const { ownerId, account } of accounts) {
      const ref = { ownerId, account, transferId: reverses.transferId }
      wanted.set(reversalId(ref), ref)
    }
  }
  if (wanted.size === 0) return new Map()
  const refs = [...wanted.values()]
  const { rows } = await run<ReversalRow>(db, load, [
    uuids(refs.map(({ ownerId }) => ownerId)),
    uuids(refs.map(({ transferId }) => transferId)),
    texts(refs.map(({ account }) => account)),
  ])
  return new Map(
    rows.map((row) => {
      const reversal: Reversal = {
        ownerId: row.owner_id,
        transferId: row.transfer_id,
        account: row.account,
        movedCents: row.moved_cents,
        returnedCents: row.returned_cents,
      }
      return [reversalId(reversal), reversal]
    }),
  )
}

export const reversalWrites = (reversals: Rows<Reversal>): Write[] => {
  const returned = changed(reversals)
    .map(({ after }) => after)
    .filter(({ returnedCents }) => returnedCents !== 0n)
  if (returned.length === 0) return []
  const values = [
    uuids(returned.map(({ ownerId }) => ownerId)),
    uuids(returned.map(({ transferId }) => transferId)),
    texts(returned.map(({ account }) => account)),
    bigints(returned.map(({ movedCents }) => movedCents)),
    bigints(returned.map(({ returnedCents }) => returnedCents)),
  ]
  return [{ statement: save, values, isIndependent: true }]
}
