import type { FeeOperation } from '@puente/contract'
import type { Flow } from '#features/payments/index.ts'

/** What names a send between two wallets elsewhere: in rows and in the fee schedule. */
export const IN_APP = { rail: 'inApp', kind: 'send', operation: 'in-app' } as const satisfies Flow & {
  operation: FeeOperation
}
