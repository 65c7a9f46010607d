/** Cards: the rail that charges them, and what its provider tells us. */
export { cardDeposit } from './card-deposit.ts'
export { cardRail } from './card-payins.ts'
export { CARD } from './card-rail.ts'
export { cardBody, checkoutBody } from './checkout-body.ts'
export { cardsRoutes } from './routes.ts'
export { requireUsableCard } from './saved-cards.ts'
export { cardsTasks } from './tasks.ts'
export { cardsWebhook } from './webhook.ts'
