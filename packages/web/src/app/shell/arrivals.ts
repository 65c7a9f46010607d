/** Good news that arrives while somebody looks at something else: said once, politely. */
import type { Me, Transaction } from '@puente/contract'
import { isOutgoing } from '#shared/movement/movement.ts'
import { paths } from '#lib/layout/paths.ts'

export type Arrival =
  | { kind: 'money'; name: string; cents: number }
  | { kind: 'added'; cents: number }
  | { kind: 'identity' }

const ADDS: ReadonlySet<Transaction['type']> = new Set(['deposit', 'refund', 'reversal', 'reward', 'referral'])

/** Screens that say in their own words what arrived; a notice above them would repeat it. */
const SAID_BY: Partial<Record<Arrival['kind'], string>> = {
  identity: paths.kycSuccess.path,
  added: paths.depositSuccess.path,
}

export const isSaidBy = (pathname: string, { kind }: Arrival): boolean => SAID_BY[kind] === pathname

/**
 * What a transaction that has changed brings that is worth saying.
 * @param before its state as the screens had it
 */
export const arrivalOf = (row: Transaction, before: Transaction['state'] | undefined, me: Me): Arrival | null => {
  if (row.state !== 'COMPLETED' || before === 'COMPLETED' || isOutgoing(row, me.userID)) return null
  if (row.type === 'received' && row.fullName !== null) return { kind: 'money', name: row.fullName, cents: row.amount }
  return ADDS.has(row.type) ? { kind: 'added', cents: row.amount } : null
}

/** Whether the tier is the first that takes a verified identity, and the one before was not. */
export const isNewlyVerified = (before: number, tier: number): boolean => before < 1 && tier >= 1
