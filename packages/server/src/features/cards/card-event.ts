import { type PayinEvent, settleEventWithReturns } from '#features/payins/index.ts'
import type { Services } from '#platform/services.ts'
import { cardRail } from './card-payins.ts'
import { cardReturns } from './card-returns.ts'

/** Works off one event of the card provider. Fails, to be tried again, while it is unknown what it concerns. */
export const settleCardEvent = (services: Services, event: PayinEvent): Promise<void> =>
  settleEventWithReturns(services, cardRail, cardReturns, event)
