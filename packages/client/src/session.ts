/** Who the client is: a bearer that lasts minutes, and the cookie that gives the next one. */
import type { OpenSession, Request } from '@puente/contract'
import type { Cookies } from './cookies.ts'
import { dataOf, type Send } from './send.ts'

/** A bearer is not used in its last moments: it could run out on the way. */
const MARGIN_MS = 5_000

export const createSession = (send: Send, cookies: Cookies) => {
  let bearer: { value: string; expiresAt: number } | null = null
  let refreshing: Promise<void> | null = null

  const keep = async (key: 'openSession' | 'refreshSession', response: Response): Promise<OpenSession> => {
    const open = (await dataOf(key, response)) as OpenSession
    bearer = { value: open.bearer, expiresAt: Date.parse(open.expiresAt) }
    return open
  }

  /** Opens a session by what a sign-in answered, or by a challenge with its proof. */
  const open = async (given: Request<'openSession'>): Promise<OpenSession> =>
    keep('openSession', await send('openSession', { input: given }))

  /** Gets a new bearer; calls that need one at the same time share one request. */
  const refresh = (): Promise<void> => {
    refreshing ??= send('refreshSession', { input: {} })
      .then((response) => keep('refreshSession', response))
      .then(() => undefined)
      .finally(() => {
        refreshing = null
      })
    return refreshing
  }

  /** A bearer to send with a call, got when there is only the cookie, and refreshed when it is about to run out. */
  const use = async (): Promise<string | null> => {
    if (bearer === null && cookies.hasSession()) await refresh()
    if (bearer !== null && bearer.expiresAt - Date.now() < MARGIN_MS) await refresh()
    return bearer?.value ?? null
  }

  /** After a call was refused with this bearer: another one, got by this call or by one beside it. */
  const renew = async (refused: string | null): Promise<string | null> => {
    if ((bearer?.value ?? null) === refused) await refresh()
    return bearer?.value ?? null
  }

  const forget = (): void => {
    bearer = null
    cookies.endSession()
  }

  return { open, use, renew, forget }
}
