/** Rows of transactions as the server answers them, seen by the user of `aMe()`. */
import type { Result, Transaction } from '@puente/contract'
import { aMe } from './render.tsx'

const hex = (number: number) => number.toString(16).padStart(32, '0')

export const transactionIdOf = (number: number) => `txn_${hex(number)}` as const
export const sendSessionIdOf = (number: number) => `pss_${hex(number)}` as const

/** A completed in-app payment of $5.00 to Ana Ruiz, with changes; `number` makes its id and reference. */
export const aRow = (number: number, change: Partial<Transaction> = {}): Transaction => {
  const me = aMe()
  const date = change.date ?? new Date(Date.now() - number * 60_000).toISOString()
  return {
    id: transactionIdOf(number),
    type: 'sent',
    state: 'COMPLETED',
    method: 'wallet',
    from: me.userID,
    to: 'usr_0190b0b0b0b07b0b8b0b0b0b0b0b0b0b',
    involves: [me.userID, 'usr_0190b0b0b0b07b0b8b0b0b0b0b0b0b0b'],
    date,
    paymentDate: date,
    amount: 500,
    currency: 'USD',
    fee: 0,
    puenteFee: 0,
    note: '',
    privateNote: null,
    reference: `PU-TEST${String(number).padStart(4, '0')}`,
    fromName: me.fullName,
    toName: 'Ana Ruiz',
    fullName: 'Ana Ruiz',
    email: 'ana.ruiz-9k2m',
    image: null,
    business: false,
    blocked: false,
    balance: 10_000,
    cancellable: false,
    holdReason: null,
    cancelReason: null,
    expected: null,
    timeline: [{ step: 'completed', at: date }],
    linkedId: null,
    sendSessionId: null,
    version: 1,
    ...change,
  }
}

/** The same, coming in. */
export const aReceivedRow = (number: number, change: Partial<Transaction> = {}): Transaction => {
  const sent = aRow(number)
  return {
    ...sent,
    type: 'received',
    from: sent.to,
    to: sent.from,
    fromName: sent.toName,
    toName: sent.fromName,
    ...change,
  }
}

/** Money added from outside. */
export const aDepositRow = (number: number, change: Partial<Transaction> = {}): Transaction => {
  const sent = aRow(number)
  return {
    ...sent,
    type: 'deposit',
    method: 'card',
    from: null,
    to: sent.from,
    involves: sent.from === null ? [] : [sent.from],
    fromName: null,
    toName: sent.fromName,
    fullName: null,
    email: null,
    ...change,
  }
}

/** A list that is whole. */
export const aList = (...items: Transaction[]): Result<'listTransactions'> => ({ items, last: null, end: true })
