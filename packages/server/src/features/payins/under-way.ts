import type { PaymentRef } from '#features/payments/index.ts'
import type { Movement } from '#features/wallet/index.ts'
import type { Services } from '#platform/services.ts'
import { advancePayin } from './advance-payin.ts'
import { cancelPayin } from './cancel-payin.ts'
import type { PayinRail } from './payin-rail.ts'

/** How pay-ins of a rail are brought on and given up: its line in the table of rails, for deposits and sends alike. */
export const payinsUnderWay = (rail: PayinRail) => ({
  advance: (services: Services, ref: PaymentRef, timeoutMs?: number): Promise<void> =>
    advancePayin(services, rail, ref, timeoutMs),
  cancel: (services: Services, movement: Movement): Promise<void> => cancelPayin(services, rail, movement),
})
