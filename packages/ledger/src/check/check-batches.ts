/** Checks batches with everything they touched: their entries, the accounts as they stand, and the reversals among them. */
import type { PoolClient } from 'pg'
import { accountId, reversalId } from '../decide/state.ts'
import type { Batch } from '../rows/batches.ts'
import type { AccountRef } from '../types.ts'
import { checkAccount, checkBatch, checkReversal, INVARIANTS } from './check-rules.ts'
import type { AccountEvidence, SeenEntry, Violation } from './check-rules.ts'
import { listAccountEvidence, listReversals } from './evidence-store.ts'

const distinct = (refs: AccountRef[]): AccountRef[] => [
  ...new Map(refs.map(({ ownerId, account }) => [accountId({ ownerId, account }), { ownerId, account }])).values(),
]

const checkStandings = (wanted: AccountRef[], evidence: AccountEvidence[]): Violation[] => {
  const known = new Set(evidence.map(accountId))
  const missing = wanted.filter((ref) => !known.has(accountId(ref)))
  return [
    ...missing.map(({ ownerId, account }) => ({ invariant: INVARIANTS.standing, where: { ownerId, account } })),
    ...evidence.flatMap(checkAccount),
  ]
}

/** What these entries take back, with all that was taken back before, against what there was to take back. */
export const checkReversals = async (client: PoolClient, entries: SeenEntry[]): Promise<Violation[]> => {
  const sums = new Map<string, { ref: AccountRef & { transferId: string }; cents: bigint }>()
  for (const { ownerId, account, reverses, amountCents } of entries) {
    if (reverses === null) continue
    const ref = { ownerId, account, transferId: reverses }
    const sum = sums.get(reversalId(ref)) ?? { ref, cents: 0n }
    sums.set(reversalId(ref), { ref, cents: sum.cents + amountCents })
  }
  const reversed = [...sums.values()].filter(({ cents }) => cents !== 0n).map(({ ref }) => ref)
  return (await listReversals(client, reversed)).flatMap(checkReversal)
}

type Evidence = {
  batches: Batch[]
  /** The entries of the batches, with the one before each span. */
  entries: SeenEntry[]
  /** The same, by account and number. */
  seen: Map<string, SeenEntry>
  /** Accounts to check besides those of the batches. */
  also?: AccountRef[]
}

/** `currencyOf` knows the accounts that were checked. */
export const checkBatches = async (
  client: PoolClient,
  { batches, entries, seen, also = [] }: Evidence,
): Promise<{ violations: Violation[]; currencyOf: (ref: AccountRef) => string }> => {
  const wanted = distinct([...batches.flatMap(({ spans }) => spans), ...also])
  const evidence = await listAccountEvidence(client, wanted)
  const currencies = new Map(evidence.map((one) => [accountId(one), one.currency]))
  const currencyOf = (ref: AccountRef) => currencies.get(accountId(ref)) ?? 'unknown'
  const violations = [
    ...batches.flatMap((batch) => checkBatch(batch, seen, currencyOf)),
    ...checkStandings(wanted, evidence),
    ...(await checkReversals(client, entries)),
  ]
  return { violations, currencyOf }
}
