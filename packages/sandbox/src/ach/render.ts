/** Objects as Increase's API shows them; the official SDK's types say what belongs in. */
import type Increase from 'increase'
import { dayOf, openDaysAfter } from './banking-day.ts'
import type { Transfer } from './model.ts'
import { changeWords, returnWords } from './words.ts'

const iso = (at: Date) => at.toISOString().replace(/\.\d+Z$/, 'Z')

const submissionOf = ({ submittedAt, trace, schedule }: Transfer) =>
  submittedAt && {
    submitted_at: iso(submittedAt),
    effective_date: dayOf(openDaysAfter(submittedAt, 1)),
    expected_funds_settlement_at: iso(openDaysAfter(submittedAt, 1)),
    expected_settlement_schedule: schedule,
    administrative_returns_expected_by: iso(openDaysAfter(submittedAt, 3)),
    trace_number: trace,
  }

export const renderTransfer = (transfer: Transfer) =>
  ({
    id: transfer.id,
    account_id: transfer.accountId,
    account_number: transfer.accountNumber,
    acknowledgement: transfer.acknowledgedAt && { acknowledged_at: iso(transfer.acknowledgedAt) },
    addenda: null,
    amount: transfer.amount,
    approval: null,
    cancellation: transfer.canceledAt && { canceled_at: iso(transfer.canceledAt), canceled_by: null },
    company_descriptive_date: null,
    company_discretionary_data: null,
    company_entry_description: transfer.description,
    company_id: '1234987601',
    company_name: transfer.companyName,
    created_at: iso(transfer.createdAt),
    created_by: { category: 'api_key', api_key: { description: 'sandbox' } },
    currency: 'USD',
    destination_account_holder: transfer.holder,
    external_account_id: null,
    funding: transfer.funding,
    idempotency_key: transfer.ref,
    inbound_funds_hold: null,
    individual_id: transfer.individualId,
    individual_name: transfer.name,
    network: 'ach',
    notifications_of_change: transfer.changes.map((change) => ({
      change_code: changeWords[change.code],
      corrected_account_funding: change.funding,
      corrected_account_number: change.accountNumber,
      corrected_individual_id: null,
      corrected_routing_number: change.routingNumber,
      created_at: iso(change.at),
    })),
    pending_transaction_id: null,
    preferred_effective_date: { date: null, settlement_schedule: transfer.schedule },
    return: transfer.returned && {
      addenda_information: transfer.returned.information,
      created_at: iso(transfer.returned.at),
      raw_return_reason_code: transfer.returned.code,
      return_reason_code: returnWords[transfer.returned.code],
      trace_number: transfer.returned.trace,
      transaction_id: `${transfer.id.replace('ach_transfer', 'transaction')}_returned`,
      transfer_id: transfer.id,
    },
    routing_number: transfer.routingNumber,
    settlement: transfer.settledAt && { settled_at: iso(transfer.settledAt) },
    standard_entry_class_code: transfer.sec,
    statement_descriptor: transfer.descriptor,
    status: transfer.status,
    submission: submissionOf(transfer),
    transaction_id: transfer.submittedAt && transfer.id.replace('ach_transfer', 'transaction'),
    type: 'ach_transfer',
  }) satisfies Increase.ACHTransfer

const transaction = (
  transfer: Transfer,
  {
    id,
    amount,
    at,
    category,
  }: { id: string; amount: number; at: Date; category: 'ach_transfer_intention' | 'ach_transfer_return' },
  source: object,
) =>
  ({
    id,
    account_id: transfer.accountId,
    amount,
    created_at: iso(at),
    currency: 'USD',
    description: transfer.descriptor,
    route_id: null,
    route_type: null,
    source: { category, [category]: source },
    type: 'transaction',
  }) satisfies Increase.Transaction

/** The lines of the account that a transfer has made: money out when it was submitted, back when it was returned. */
export const transactionsOf = (transfer: Transfer): Increase.Transaction[] => {
  const id = transfer.id.replace('ach_transfer', 'transaction')
  const shown = renderTransfer(transfer)
  const out = transfer.submittedAt && {
    line: { id, amount: -transfer.amount, at: transfer.submittedAt, category: 'ach_transfer_intention' as const },
    source: {
      account_number: transfer.accountNumber,
      amount: transfer.amount,
      routing_number: transfer.routingNumber,
      statement_descriptor: transfer.descriptor,
      transfer_id: transfer.id,
    },
  }
  const back = transfer.returned && {
    line: {
      id: `${id}_returned`,
      amount: transfer.amount,
      at: transfer.returned.at,
      category: 'ach_transfer_return' as const,
    },
    source: shown.return ?? {},
  }
  return [back, out].flatMap((entry) => (entry ? [transaction(transfer, entry.line, entry.source)] : []))
}
