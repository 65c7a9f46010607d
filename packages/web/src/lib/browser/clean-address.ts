/** What card and PayPal pages add to the address they send people back to. PayPal's `token` comes with our `session`. */
const OF_PROVIDERS = /^(payment_intent|setup_intent|redirect_status|source_|PayerID$|ba_token$)/

/** What the provider had added, kept in memory alone: PayPal names the order that was approved. */
export const taken = new Map<string, string>()

/**
 * Takes what a provider added out of the address, before anything reads it: one of them is a secret, and none of them is to
 * stay in the history, in a way back to here or in what is counted.
 */
export const cleanAddress = (): void => {
  const search = new URLSearchParams(location.search)
  const added = [...search.keys()].filter(
    (name) => OF_PROVIDERS.test(name) || (name === 'token' && search.has('session')),
  )
  if (added.length === 0) return
  for (const name of added) {
    taken.set(name, search.get(name) ?? '')
    search.delete(name)
  }
  const kept = search.toString()
  history.replaceState(history.state, '', location.pathname + (kept && `?${kept}`) + location.hash)
}
