/**
 * A mark that this browser may have a session, so that a stranger's first visit asks the server nothing. It says nothing
 * about whose, is worth nothing by itself (the session is a cookie that scripts cannot read) and goes with signing out.
 */
const KEY = 'session'

export const markSession = (): void => {
  try {
    localStorage.setItem(KEY, '1')
  } catch {
    // Without storage the next start finds no session, and the person signs in again.
  }
}

export const mayHaveSession = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}
