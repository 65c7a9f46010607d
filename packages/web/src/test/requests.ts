/** Requests for money as the server answers them, seen by the user of `aMe()`. */
import type { MoneyRequest, Result } from '@puente/contract'
import { aMe } from './render.tsx'

const hex = (number: number) => number.toString(16).padStart(32, '0')

export const requestIdOf = (number: number) => `req_${hex(number)}` as const
export const splitIdOf = (number: number) => `spl_${hex(number)}` as const
export const CODE = 'abcdefghjkmnpqrstvwx'
const ANA = 'usr_0190b0b0b0b07b0b8b0b0b0b0b0b0b0b' as const
const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Ana Ruiz asks for $30.00, with changes. */
export const aReceivedRequest = (number: number, change: Partial<MoneyRequest> = {}): MoneyRequest => ({
  id: requestIdOf(number),
  was: 'received',
  state: 'open',
  uses: 'single',
  amount: 3000,
  currency: 'USD',
  note: 'Concert tickets',
  date: new Date(Date.now() - number * 60_000).toISOString(),
  updatedAt: new Date(Date.now() - number * 60_000).toISOString(),
  expiresAt: soon(10),
  from: ANA,
  to: aMe().userID,
  fullName: 'Ana Ruiz',
  email: 'ana.ruiz-9k2m',
  image: null,
  business: false,
  blocked: false,
  code: null,
  link: null,
  qrText: null,
  splitId: null,
  processing: false,
  paidCount: 0,
  paidTotal: 0,
  contested: 0,
  reversed: 0,
  lost: 0,
  paymentDate: null,
  transactionId: null,
  reminders: { sent: 0, left: 0, nextAt: null },
  acts: ['pay', 'decline'],
  version: 1,
  ...change,
})

const LINK = `http://localhost:3000/pay/${CODE}`

/** The same, asked of her by the user. */
export const aSentRequest = (number: number, change: Partial<MoneyRequest> = {}): MoneyRequest => ({
  ...aReceivedRequest(number),
  was: 'sent',
  from: aMe().userID,
  to: ANA,
  code: CODE,
  link: LINK,
  qrText: LINK,
  reminders: { sent: 0, left: 3, nextAt: null },
  acts: ['cancel', 'remind'],
  ...change,
})

/** A link of the user's that anyone can pay. */
export const aLinkRequest = (number: number, change: Partial<MoneyRequest> = {}): MoneyRequest => ({
  ...aSentRequest(number),
  to: null,
  fullName: null,
  email: null,
  reminders: { sent: 0, left: 0, nextAt: null },
  acts: ['cancel'],
  ...change,
})

/** A list that is whole. */
export const requestsOf = (...items: MoneyRequest[]): Result<'listRequests'> => ({ items, last: null, end: true })

/** What a link of Grace's asks for. */
export const aPublicRequest = (change: Partial<Result<'publicRequest'>> = {}): Result<'publicRequest'> => ({
  requesterName: 'Grace Kim',
  image: null,
  amount: 3000,
  currency: 'USD',
  note: 'Concert tickets',
  state: 'open',
  expiresAt: soon(10),
  ...change,
})
