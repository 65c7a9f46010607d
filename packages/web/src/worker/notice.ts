/** A notification outside the app: what the server sent, and what becomes of it in a browser that may show it once. */

export type PushedNotice = {
  /** The same however often it is sent. */
  id: string
  /** Without a name, an amount or a code: anybody may be looking. */
  text: string
  /** A path of ours, where it leads. */
  path: string
  unread: number
}

const HOME = '/notifications'

/** Only ever a path of this application, whatever was sent. */
export const ownPath = (path: unknown, origin: string): string => {
  if (typeof path !== 'string' || !path.startsWith('/')) return HOME
  const url = new URL(path, origin)
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : HOME
}

/** Null for what is no message of ours. */
export const readNotice = (data: unknown, origin: string): PushedNotice | null => {
  if (typeof data !== 'object' || data === null) return null
  const { id, text, path, unread } = data as Record<string, unknown>
  if (typeof id !== 'string' || typeof text !== 'string' || id === '' || text === '') return null
  return { id, text, path: ownPath(path, origin), unread: typeof unread === 'number' && unread >= 0 ? unread : 0 }
}
