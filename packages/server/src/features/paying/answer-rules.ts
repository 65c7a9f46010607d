import type { CARD_PAYMENT_STATUSES } from '@puente/contract'
import type { Movement } from '#features/wallet/index.ts'
import type { Paid } from './payable.ts'

const TIPO_OF = {
  completed: 'completed',
  requiresAction: 'redirect',
  declined: 'declined',
  processing: 'processing',
} as const satisfies Record<(typeof CARD_PAYMENT_STATUSES)[number], Paid['tipo']>

/** Where a payment stands, by its provider's word and the payer's own row: what came and waits for its receiver is under way. */
export const tipoOf = (
  status: (typeof CARD_PAYMENT_STATUSES)[number],
  state: Movement['state'],
): Exclude<Paid['tipo'], 'zelle'> => {
  if (state === 'CANCELLED') return 'declined'
  return status === 'completed' && state !== 'COMPLETED' ? 'processing' : TIPO_OF[status]
}
