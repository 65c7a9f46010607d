/** Good news that arrives while another screen is open: announced once, without interrupting. */
import type { Me, Transaction } from '@puente/contract'
import { isOutgoing } from '#shared/movement/movement.ts'
import { paths } from '#lib/layout/paths.ts'

export type Arrival =
  | { kind: 'money'; name: string; cents: number }
  | { kind: 'added'; cents: number }
  | { kind: 'identity' }

const ADDS: ReadonlySet<Transaction['type']> = new Set(['deposit', 'refund', 'reversal', 'reward', 'referral'])

/** Screens that show the news themselves; a notice above them would repeat it. */
const SHOWN_ON: Partial<Record<Arrival['kind'], string>> = {
  identity: paths.kycSuccess.path,
  added: paths.depositSuccess.path,
}

export const isShownOn = (pathname: string, { kind }: Arrival): boolean => SHOWN_ON[kind] === pathname

/**
 * The news in a changed transaction; null when there is none.
 * @param before the state that the screens showed
 */
export const arrivalOf = (row: Transaction, before: Transaction['state'] | undefined, me: Me): Arrival | null => {
  if (row.state !== 'COMPLETED' || before === 'COMPLETED' || isOutgoing(row, me.userID)) return null
  if (row.type === 'received' && row.fullName !== null) return { kind: 'money', name: row.fullName, cents: row.amount }
  return ADDS.has(row.type) ? { kind: 'added', cents: row.amount } : null
}

/** Whether the identity has just been verified: tier 1 or above now, and below it before. */
export const isNewlyVerified = (before: number, tier: number): boolean => before < 1 && tier >= 1
