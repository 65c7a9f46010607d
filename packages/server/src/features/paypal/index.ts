/** Money in by PayPal: the rail, its calls, and what PayPal tells us about orders. */
export { orderBody } from './order-body.ts'
export { paypalDeposit } from './paypal-deposit.ts'
export { paypalRail } from './paypal-payins.ts'
export { paypalRoutes } from './routes.ts'
export { paypalTasks } from './tasks.ts'
export { paypalWebhook } from './webhook.ts'
