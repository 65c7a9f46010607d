/** What the card tests share: sessions, saved cards and charges made through the official SDK. */
import type Stripe from 'stripe'
import { eventually } from './world.ts'
import type { TestWorld } from './world.ts'

/** The SDK's error of a call that must fail. */
export const failureOf = async (work: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  try {
    await work
  } catch (error) {
    return error as Stripe.errors.StripeError
  }
  throw new Error('it was expected to fail')
}

export const createCardTools = (world: TestWorld, stripe: Stripe) => {
  const aSession = async (ref: string, fields: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
    const customer = await stripe.customers.create({ email: `${ref}@example.com`, metadata: { ref } })
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      ui_mode: 'hosted_page',
      allowed_payment_method_types: ['card'],
      customer: customer.id,
      client_reference_id: ref,
      line_items: [
        { price_data: { currency: 'usd', unit_amount: 2500, product_data: { name: 'Balance of Ana' } }, quantity: 1 },
      ],
      payment_intent_data: { metadata: { ref }, setup_future_usage: 'on_session' },
      success_url: 'http://app.puente.test:3000/back?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://app.puente.test:3000/cancelled',
      expires_at: Math.floor(Date.now() / 1000) + 31 * 60,
      ...fields,
    })
    return { customer, session }
  }

  /** A customer with one saved card, as the hosted page leaves it. */
  const aSavedCard = async (ref: string, card: string = '4242') => {
    const { customer, session } = await aSession(ref)
    await world.control(`/card/sessions/${session.id}/pay`, { card })
    if (card === '3155') await world.control(`/card/payments/${ref}/confirm`)
    const methods = await stripe.paymentMethods.list({ customer: customer.id, type: 'card' })
    const [saved] = methods.data
    if (!saved) throw new Error('the card was not saved')
    return { customer, method: saved.id }
  }

  const charge = (customer: string, method: string, ref: string, options?: Stripe.RequestOptions) =>
    stripe.paymentIntents.create(
      {
        amount: 4200,
        currency: 'usd',
        customer,
        payment_method: method,
        allowed_payment_method_types: ['card'],
        confirm: true,
        return_url: 'http://app.puente.test:3000/back',
        metadata: { ref },
      },
      options,
    )

  const webhook = (type: string) =>
    eventually(() =>
      world.receiver.received.find(({ path, body }) => path === '/hooks/stripe' && JSON.parse(body).type === type),
    )

  return { aSession, aSavedCard, charge, webhook }
}
