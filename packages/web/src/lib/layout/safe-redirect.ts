/**
 * Where to go after signing in. The address comes from the query and is untrusted: only a path of this application is
 * followed. Browsers read backslashes as slashes and skip tabs and line ends, hence the check on the raw text first.
 */
// oxlint-disable-next-line no-control-regex
const SUSPECT = /[\\\u0000-\u0020\u007F]/

/** @returns path, query and hash within this application, or null when the text is anything else */
export const safeRedirect = (text: unknown, origin: string = location.origin): string | null => {
  if (typeof text !== 'string' || !text.startsWith('/') || text.startsWith('//') || SUSPECT.test(text)) return null
  try {
    const url = new URL(text, origin)
    if (url.origin !== origin || url.pathname.startsWith('//') || /^\/(?:api|files|hooks)\//.test(url.pathname))
      return null
    return url.pathname + url.search + url.hash
  } catch {
    return null
  }
}
