/**
 * A mark that this browser may have a session, so that a first visit makes no call. It does not say whose session, gives
 * no access (the session is a cookie that scripts cannot read) and is removed at sign-out. While a sign-out has not reached
 * the server, the mark says that instead.
 */
const KEY = 'session'
const OPEN = '1'
const LEFT = 'left'

const read = (): string | null => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

const write = (value: string): void => {
  try {
    localStorage.setItem(KEY, value)
  } catch {
    // Without storage the next start finds no session, and the person signs in again.
  }
}

export const markSession = (): void => write(OPEN)
export const mayHaveSession = (): boolean => read() === OPEN

/** This browser has signed out, and the server has not confirmed it yet. */
export const markPendingSignOut = (): void => write(LEFT)
export const hasPendingSignOut = (): boolean => read() === LEFT

export const unmarkSession = (): void => {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Without storage there is no mark.
  }
}

/** The server knows. A session that was opened meanwhile keeps its mark. */
export const unmarkPendingSignOut = (): void => {
  if (hasPendingSignOut()) unmarkSession()
}
