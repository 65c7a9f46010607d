/**
 * The cookies that a browser would keep: the session's, and the one by which Puente knows this program again. In a browser they
 * are the browser's own and out of reach; elsewhere they are kept here.
 */
const SESSION = '__Host-puente'
const DEVICE = '__Host-puente-device'

export const createCookies = (saved: string | null) => {
  const kept = new Map<string, string>()
  const take = (line: string): void => {
    const [pair = ''] = line.split(';')
    const [name = '', value = ''] = pair.trim().split('=')
    if (name !== SESSION && name !== DEVICE) return
    if (value === '') kept.delete(name)
    else kept.set(name, value)
  }
  saved?.split(';').forEach(take)
  return {
    /** Keeps what an answer sets; any call may set a new session cookie, and the one before is dead from then on. */
    takeFrom: (response: Response): void => response.headers.getSetCookie().forEach(take),
    /** As they go into the header of a request; null when there is none. */
    text: (): string | null => (kept.size === 0 ? null : [...kept].map((pair) => pair.join('=')).join('; ')),
    hasSession: (): boolean => kept.has(SESSION),
    endSession: (): void => void kept.delete(SESSION),
  }
}
export type Cookies = ReturnType<typeof createCookies>
