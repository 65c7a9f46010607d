/** Reports and messages to support, as the server answers them. */
import type { Dispute, TicketWithMessages } from '@puente/contract'
import { transactionIdOf } from './movements.ts'

const at = '2026-11-24T15:00:00.000Z'
const id = `dsp_${'1'.repeat(32)}` as const

export const aDispute = (change: Partial<Dispute> = {}): Dispute => ({
  id,
  transactionId: transactionIdOf(1),
  reference: 'PU-TEST0001',
  ticketId: `tkt_${'1'.repeat(32)}`,
  kind: 'unauthorised',
  state: 'opened',
  amount: 25_00,
  currency: 'USD',
  answerBy: '2026-12-09',
  finalBy: '2027-01-08',
  creditDue: true,
  automaticCredit: true,
  late: null,
  credit: null,
  answerId: null,
  timeline: [{ step: 'opened', at }],
  can: { withdraw: true },
  date: at,
  version: 1,
  ...change,
})

export const aTicket = (change: Partial<TicketWithMessages> = {}): TicketWithMessages => ({
  id: `tkt_${'1'.repeat(32)}`,
  module: 'payments',
  state: 'open',
  transactionId: transactionIdOf(1),
  disputeId: id,
  concerns: null,
  excerpt: '',
  date: at,
  updatedAt: at,
  version: 1,
  messages: [],
  ...change,
})
