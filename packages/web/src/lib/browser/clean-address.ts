/** What card and PayPal pages add to the address they send people back to. PayPal's `token` comes with our `session`. */
const OF_PROVIDERS = /^(payment_intent|setup_intent|redirect_status|source_|PayerID$|ba_token$)/

/** What the provider had added, kept in memory alone: PayPal names the order that was approved. */
export const taken = new Map<string, string>()

/**
 * Takes what a provider added out of the address, before anything reads it: one of them is a secret, and none of them is to
 * stay in the history, in a way back to here or in what is counted.
 */
export const cleanAddress = (): void => {
  const url = new URL(location.href)
  const search = url.searchParams
  for (const [name, value] of new URLSearchParams(location.search))
    if (OF_PROVIDERS.test(name) || (name === 'token' && search.has('session'))) {
      taken.set(name, value)
      search.delete(name)
    }
  if (taken.size > 0) history.replaceState(history.state, '', url)
}
