/** A line of a statement as double entry, for people who keep books of their own in plain text. Pure. */
import type { MovementMethod, MovementType } from '@puente/contract'
import { feeOutside, feeWithin, type Line } from './statement-rules.ts'

/** An account as a path of its parts. The names are words that both programs take: no blanks, capitals first. */
export type Posting = { account: string; cents: bigint }

export const WALLET_ACCOUNT = 'Assets:Puente'
export const OPENING_ACCOUNT = 'Equity:Opening-Balances'
const FEES = 'Expenses:Puente:Fees'

const OUTSIDE: Record<MovementMethod, string> = {
  wallet: 'Equity:Puente:Adjustments',
  zelle: 'Assets:Outside:Zelle',
  card: 'Assets:Outside:Card',
  paypal: 'Assets:Outside:PayPal',
  bank: 'Assets:Outside:Bank',
}

const inOrOut = (income: string, expense: string) => (cents: bigint) => (cents > 0n ? income : expense)

/** Against what a movement stands; deposits, withdrawals and what comes back of them against the owner's money elsewhere. */
const AGAINST: Record<MovementType, (cents: bigint, method: MovementMethod) => string> = {
  sent: () => 'Expenses:Puente:Sent',
  received: () => 'Income:Puente:Received',
  withdraw: (_, method) => OUTSIDE[method],
  deposit: (_, method) => OUTSIDE[method],
  invoice: inOrOut('Income:Puente:Invoices', 'Expenses:Puente:Invoices'),
  reward: () => 'Income:Puente:Rewards',
  referral: () => 'Income:Puente:Rewards',
  refund: inOrOut('Income:Puente:Refunds', 'Expenses:Puente:Refunds'),
  reversal: (_, method) => OUTSIDE[method],
  adjustment: () => 'Equity:Puente:Adjustments',
}

/** Every account that a statement may use. */
export const ACCOUNTS: readonly string[] = [
  ...new Set([
    WALLET_ACCOUNT,
    OPENING_ACCOUNT,
    FEES,
    ...Object.values(OUTSIDE),
    ...Object.values(AGAINST).flatMap((against) => [against(1n, 'wallet'), against(-1n, 'wallet')]),
  ]),
].toSorted()

/** The postings of a line: the wallet first, together zero. A fee has a posting of its own. */
export const postingsOf = (line: Line): Posting[] => {
  const { changeCents, told } = line
  const against = told ? AGAINST[told.type](changeCents, told.method) : OUTSIDE.wallet
  const feeCents = feeWithin(line) + feeOutside(line)
  return [
    { account: WALLET_ACCOUNT, cents: changeCents },
    { account: against, cents: -changeCents - feeCents },
    { account: FEES, cents: feeCents },
  ].filter(({ cents }) => cents !== 0n)
}
