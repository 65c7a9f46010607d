import { type PayinEvent, settleEventWithReturns } from '#features/payins/index.ts'
import type { Services } from '#platform/services.ts'
import { paypalRail } from './paypal-payins.ts'
import { paypalReturns } from './paypal-returns.ts'

/** Works off one event about an order. Fails, to be tried again, while it is unknown what it concerns. */
export const settlePaypalEvent = async (services: Services, event: PayinEvent): Promise<void> => {
  await settleEventWithReturns(services, paypalRail, paypalReturns, event)
}
