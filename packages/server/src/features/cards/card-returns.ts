/** Refunds, disputes and fraud warnings of a card payment, as the provider has them. */
import type { ReturnsOfRail } from '#features/payins/index.ts'
import { returnHeldTransfer } from '#features/transfers/index.ts'

export const cardReturns: ReturnsOfRail = {
  isAboutReturns: (type) => /^(charge\.dispute|refund|radar)\./.test(type),
  list: ({ card }, paymentId) => card.listReturns(paymentId),
  giveBack: (services, row) => returnHeldTransfer(services, row, 'returned'),
}
