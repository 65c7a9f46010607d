/** Good news that arrives while somebody looks at something else: said once, politely. */
import type { LiveEvent, Me, Transaction } from '@puente/contract'
import { isOutgoing } from '#shared/movement/movement.ts'
import { paths } from '#lib/layout/paths.ts'

export type Arrival =
  | { kind: 'money'; name: string; cents: number }
  | { kind: 'added'; cents: number }
  | { kind: 'identity' }

type Known = { me: Me | undefined; row: Transaction | undefined }

const ADDS: ReadonlySet<Transaction['type']> = new Set(['deposit', 'refund', 'reversal', 'reward', 'referral'])

/** Screens that say in their own words what arrived; a notice above them would repeat it. */
const SAID_BY: Partial<Record<Arrival['kind'], string>> = {
  identity: paths.kycSuccess.path,
  added: paths.depositSuccess.path,
}

export const isSaidBy = (pathname: string, { kind }: Arrival): boolean => SAID_BY[kind] === pathname

/**
 * What an event brings that is worth saying.
 * @param known the user, and the transaction as the screens had it before the event
 */
export const arrivalOf = (event: LiveEvent, { me, row: before }: Known): Arrival | null => {
  if (me === undefined) return null
  if (event.event === 'kyc') return me.KYC.tier < 1 && event.data.tier >= 1 ? { kind: 'identity' } : null
  if (event.event !== 'transaction') return null
  const { row } = event.data
  if (row.state !== 'COMPLETED' || before?.state === 'COMPLETED' || isOutgoing(row, me.userID)) return null
  if (row.type === 'received' && row.fullName !== null) return { kind: 'money', name: row.fullName, cents: row.amount }
  return ADDS.has(row.type) ? { kind: 'added', cents: row.amount } : null
}
