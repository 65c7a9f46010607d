/** Checks single accounts from their first entry to their last: which a proof of new entries alone does not revisit. */
import type { Pool } from 'pg'
import { keyLookupTransaction } from '../pg/transaction.ts'
import type { AccountRef } from '../types.ts'
import { checkReversals } from './check-batches.ts'
import { checkAccount, checkEntryRange, INVARIANTS } from './check-rules.ts'
import type { Violation } from './check-rules.ts'
import { listAccountEvidence, listEntryRange } from './evidence-store.ts'
import type { EntryRef } from './progress-store.ts'

const ENTRIES_PER_STEP = 5_000

const checkHistory = async (pool: Pool, ref: AccountRef): Promise<Violation[]> => {
  let from: EntryRef | null = null
  for (;;) {
    const { entries, violations, isLast } = await keyLookupTransaction(pool, 'repeatable read', async (client) => {
      const listed = await listEntryRange(client, from ?? { ...ref, seq: 0n }, ENTRIES_PER_STEP)
      const own = listed.filter(({ ownerId, account }) => ownerId === ref.ownerId && account === ref.account)
      return {
        entries: own,
        violations: [...checkEntryRange(own, from), ...(await checkReversals(client, own))],
        isLast: own.length < ENTRIES_PER_STEP,
      }
    })
    if (violations.length > 0 || isLast) return violations
    from = entries.at(-1) ?? null
  }
}

/**
 * Checks that every entry of these accounts continues the one before and takes back no more than there was, and that the
 * account matches its last entry.
 */
export const checkAccounts = async (pool: Pool, refs: readonly AccountRef[]): Promise<Violation[]> => {
  const violations: Violation[] = []
  for (const ref of refs) {
    violations.push(...(await checkHistory(pool, ref)))
    const [evidence] = await keyLookupTransaction(pool, 'repeatable read', (client) =>
      listAccountEvidence(client, [ref]),
    )
    const { ownerId, account } = ref
    violations.push(
      ...(evidence ? checkAccount(evidence) : [{ invariant: INVARIANTS.standing, where: { ownerId, account } }]),
    )
  }
  return violations
}
