import type Increase from 'increase'
import type { PayoutOutcome, PayoutSnapshot } from '../payout-port.ts'
import { outcomeOfReturn } from './return-codes-rules.ts'

type Transfer = Increase.ACHTransfer

const outcomeOf = (transfer: Transfer): PayoutOutcome => {
  switch (transfer.status) {
    case 'pending_approval':
    case 'pending_transfer_session_confirmation':
    case 'pending_submission':
      return 'accepted'
    case 'pending_reviewing':
    case 'requires_attention':
      return 'review'
    case 'canceled':
    case 'rejected':
      return 'failed'
    case 'submitted':
      // There is no word for it: a settled transfer stays submitted and says when it settled.
      return transfer.settlement ? 'settled' : 'accepted'
    case 'returned':
      return transfer.return
        ? outcomeOfReturn(transfer.return.raw_return_reason_code, transfer.return.addenda_information)
        : 'unrecognised'
    default:
      return 'unrecognised'
  }
}

const FAILED: readonly string[] = ['canceled', 'rejected'] satisfies Transfer['status'][]

const reasonOf = ({ status, return: returned }: Transfer): string | null =>
  returned?.raw_return_reason_code ?? (FAILED.includes(status) ? status : null)

const isFunding = (word: string | null): word is 'checking' | 'savings' => word === 'checking' || word === 'savings'

export const snapshotOf = (transfer: Transfer): PayoutSnapshot => ({
  providerId: transfer.id,
  otherIds: [],
  ref: transfer.idempotency_key,
  outcome: outcomeOf(transfer),
  amountCents: BigInt(transfer.amount),
  currency: transfer.currency.toLowerCase(),
  returnId: transfer.id,
  reason: reasonOf(transfer),
  returnsAt: null,
  raw: transfer.return ? `${transfer.status} ${transfer.return.raw_return_reason_code}` : transfer.status,
  isBack: transfer.return !== null,
  corrections: transfer.notifications_of_change.map((change) => ({
    accountNumber: change.corrected_account_number,
    routingNumber: change.corrected_routing_number,
    funding: isFunding(change.corrected_account_funding) ? change.corrected_account_funding : null,
  })),
})
