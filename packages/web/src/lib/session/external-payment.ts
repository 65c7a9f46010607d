/**
 * Whether something is under way outside: a payment page open in this tab or another, a bank app on the phone. Being
 * away is then expected, so an idle session is locked instead of ended. Only the fact is kept, in storage that all tabs
 * share, since leaving for the payment page loses everything in memory; it goes when the payment has its result, and
 * with signing out. It decides what is shown at once; whether there is such a payment the server knows.
 */
const KEY = 'externalPayment'

export const externalPayment = {
  isOpen: (): boolean => {
    try {
      return localStorage.getItem(KEY) !== null
    } catch {
      return false
    }
  },
  begin: (): void => {
    try {
      localStorage.setItem(KEY, '1')
    } catch {
      // Without storage an idle session ends instead of being locked.
    }
  },
  end: (): void => {
    try {
      localStorage.removeItem(KEY)
    } catch {
      // There is nothing to forget.
    }
  },
}
