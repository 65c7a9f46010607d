/** The link that a visitor was about to pay: kept in this tab while they log in or sign up, and taken once they are in. */
const KEY = 'payLink'

export const keepPayLink = (code: string): void => {
  try {
    sessionStorage.setItem(KEY, code)
  } catch {
    // Without storage the link can be opened again.
  }
}

/** The code of the link, once; null where none is kept. */
export const takePayLink = (): string | null => {
  try {
    const code = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return code
  } catch {
    return null
  }
}
