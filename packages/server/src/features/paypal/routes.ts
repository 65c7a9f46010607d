import type { Handlers } from '#platform/http/ctx.ts'
import { capturePaypal } from './capture-paypal.ts'
import { placePaypalOrder } from './place-paypal-order.ts'

export const paypalRoutes = { placePaypalOrder, capturePaypal } satisfies Partial<Handlers>
