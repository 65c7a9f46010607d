import type { Handlers } from '#platform/http/ctx.ts'
import { addCard } from './add-card.ts'
import { listCards } from './list-cards.ts'
import { removeCard } from './remove-card.ts'
import { setDefaultCard } from './set-default-card.ts'
import { startCheckout } from './start-checkout.ts'
import { startPayment } from './start-payment.ts'

export const cardsRoutes = {
  listCards,
  addCard,
  setDefaultCard,
  removeCard,
  startPayment,
  startCheckout,
} satisfies Partial<Handlers>
