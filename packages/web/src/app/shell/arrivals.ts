/** Good news that arrives while another screen is open: announced once, without interrupting. */
import type { Me, Transaction } from '@puente/contract'
import { isOutgoing } from '#shared/movement/movement.ts'
import { paths } from '#lib/layout/paths.ts'

export type Arrival =
  | { kind: 'money'; name: string; cents: number }
  | { kind: 'added' | 'reward' | 'back'; cents: number }
  | { kind: 'identity' }

/** What each kind of money that no person sent is announced as. */
const ADDS: Partial<Record<Transaction['type'], 'added' | 'reward' | 'back'>> = {
  deposit: 'added',
  refund: 'back',
  reversal: 'back',
  reward: 'reward',
  referral: 'reward',
}

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
  const kind = ADDS[row.type]
  return kind ? { kind, cents: row.amount } : null
}

/** Whether the identity has just been verified: tier 1 or above now, and below it before. */
export const isNewlyVerified = (before: number, tier: number): boolean => before < 1 && tier >= 1
