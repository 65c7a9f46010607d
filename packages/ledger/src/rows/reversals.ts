import { changed, reversalId } from '../decide/state.ts'
import type { Reversal, Rows } from '../decide/state.ts'
import { bigints, texts, uuids } from '../pg/lists.ts'
import { run, settleAll } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import type { Write } from '../pg/writes.ts'
import type { AccountRef, Command } from '../types.ts'

// Two statements, each of which looks rows up by key: a distributed database joins no two tables to a list.
const moved: Statement = {
  name: 'ledger.moved_by_transfers',
  text: `select entries.owner_id, entries.transfer_id, entries.account, sum(entries.amount_cents)::bigint as cents
    from unnest($1::uuid[], $2::uuid[], $3::text[]) as wanted (owner_id, transfer_id, account)
    join entries on entries.owner_id = wanted.owner_id and entries.account = wanted.account
      and entries.transfer_id = wanted.transfer_id
    group by entries.owner_id, entries.transfer_id, entries.account`,
}

const recorded: Statement = {
  name: 'ledger.recorded_reversals',
  text: `select reversals.owner_id, reversals.transfer_id, reversals.account, moved_cents, returned_cents
    from unnest($1::uuid[], $2::uuid[], $3::text[]) as wanted (owner_id, transfer_id, account)
    join reversals on reversals.owner_id = wanted.owner_id and reversals.transfer_id = wanted.transfer_id
      and reversals.account = wanted.account`,
}

const save: Statement = {
  name: 'ledger.save_reversals',
  text: `insert into reversals (owner_id, transfer_id, account, moved_cents, returned_cents)
    select owner_id, transfer_id, account, moved_cents, returned_cents
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[])
      as next (owner_id, transfer_id, account, moved_cents, returned_cents)
    on conflict (owner_id, transfer_id, account) do update set returned_cents = excluded.returned_cents`,
}

type Key = { owner_id: string; transfer_id: string; account: string }

/** A transfer in one of the accounts that it moved. */
export type TransferRef = AccountRef & { transferId: string }

/** What a transfer moved in an account by its entries, and what its running total of reversals says. */
export type Returned = TransferRef & {
  movedCents: bigint
  /** Null where nothing of it was ever reversed. */
  recorded: { movedCents: bigint; returnedCents: bigint } | null
}

const refOf = (row: Key): TransferRef => ({
  ownerId: row.owner_id,
  transferId: row.transfer_id,
  account: row.account,
})

/** One for each of `wanted`, in their order; zero and null where there is nothing. Sends its statements at once. */
export const readReturned = async (db: QueryRunner, wanted: readonly TransferRef[]): Promise<Returned[]> => {
  const values = [
    uuids(wanted.map(({ ownerId }) => ownerId)),
    uuids(wanted.map(({ transferId }) => transferId)),
    texts(wanted.map(({ account }) => account)),
  ]
  const [entries, totals] = await settleAll(
    run<Key & { cents: bigint }>(db, moved, values),
    run<Key & { moved_cents: bigint; returned_cents: bigint }>(db, recorded, values),
  )
  const movedBy = new Map(entries.rows.map((row) => [reversalId(refOf(row)), row.cents]))
  const totalOf = new Map(totals.rows.map((row) => [reversalId(refOf(row)), row]))
  return wanted.map((ref) => {
    const total = totalOf.get(reversalId(ref))
    return {
      ...ref,
      movedCents: movedBy.get(reversalId(ref)) ?? 0n,
      recorded: total ? { movedCents: total.moved_cents, returnedCents: total.returned_cents } : null,
    }
  })
}

/** Reads what the reversed transfers moved, and how much of it was reversed, in the accounts that the commands declare. */
export const loadReversals = async (
  db: QueryRunner,
  commands: { command: Command; accounts: AccountRef[] }[],
): Promise<Map<string, Reversal | null>> => {
  const wanted = new Map<string, TransferRef>()
  for (const { command, accounts } of commands) {
    const { reverses } = command
    if (!reverses) continue
    for (const { ownerId, account } of accounts) {
      const ref = { ownerId, account, transferId: reverses.transferId }
      wanted.set(reversalId(ref), ref)
    }
  }
  if (wanted.size === 0) return new Map()
  const returned = await readReturned(db, [...wanted.values()])
  return new Map(
    returned.map(({ recorded: total, ...ref }) => [
      reversalId(ref),
      { ...ref, returnedCents: total?.returnedCents ?? 0n },
    ]),
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
