import type Increase from 'increase'
import type { ChangeCode, ReturnCode } from './words.ts'

export type Funding = 'checking' | 'savings'
export type Status = Increase.ACHTransfer['status']

export type Change = {
  code: ChangeCode
  accountNumber: string | null
  routingNumber: string | null
  funding: Funding | null
  at: Date
}

/** A credit that is paid out through this bank, by its API or in a file. */
export type Transfer = {
  id: string
  accountId: string
  amount: number
  accountNumber: string
  routingNumber: string
  funding: Funding
  holder: 'business' | 'individual' | 'unknown'
  name: string | null
  individualId: string | null
  sec: Increase.ACHTransfer['standard_entry_class_code']
  descriptor: string
  companyName: string | null
  description: string | null
  schedule: 'same_day' | 'future_dated'
  /** The sender's own word for it: the idempotency key, or the individual id of a file's entry. */
  ref: string | null
  status: Status
  createdAt: Date
  submittedAt: Date | null
  acknowledgedAt: Date | null
  settledAt: Date | null
  canceledAt: Date | null
  trace: string
  returned: { code: ReturnCode; information: string | null; at: Date; trace: string } | null
  changes: Change[]
  /** Of a file's entry: the sender's own trace. */
  fileTrace: string | null
}
