/** Every rail and kind of payment with a provider of its own: a new one joins the suite and the model by its line here. */
import { bankWithdrawal } from './bank.ts'
import { cardDeposit, cardInvoice, cardSend } from './card.ts'
import type { DriverOf } from './driver.ts'
import { paypalDeposit, paypalSend, paypalWithdrawal } from './paypal.ts'
import { zelleDeposit, zelleSend } from './zelle.ts'

export const rails: Record<string, DriverOf> = {
  'card deposit': cardDeposit,
  'card send': cardSend,
  'card invoice': cardInvoice,
  'PayPal deposit': paypalDeposit,
  'PayPal send': paypalSend,
  'Zelle deposit': zelleDeposit,
  'Zelle send': zelleSend,
  'bank withdrawal': bankWithdrawal,
  'PayPal withdrawal': paypalWithdrawal,
}
