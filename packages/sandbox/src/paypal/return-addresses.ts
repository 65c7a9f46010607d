import type { Order } from './model.ts'

const withQuery = (address: string, query: Record<string, string>) => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** Where an approved order leads back to, with what PayPal adds to the address. */
export const returnAddressOf = ({ id, returnUrl, payer }: Order) =>
  withQuery(returnUrl, { token: id, ...(payer === null ? {} : { PayerID: payer.payerId }) })

/** Where a payer goes who does not pay. */
export const cancelAddressOf = ({ id, cancelUrl }: Order) => withQuery(cancelUrl, { token: id })
