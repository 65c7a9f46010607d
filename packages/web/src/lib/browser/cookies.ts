/**
 * The cookies that scripts may read: language, install banner and the offer of notifications. They outlive signing out, which empties all
 * other storage, and the server reads the language from its cookie to answer with the right first screen.
 */
export type CookieName = '__Host-puente-lang' | '__Host-puente-install' | '__Host-puente-push'

const DAY_SECONDS = 86_400
export const YEAR_DAYS = 365

export const readCookie = (name: CookieName): string | null => {
  const entry = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  return entry === undefined ? null : decodeURIComponent(entry.slice(name.length + 1))
}

export const writeCookie = (name: CookieName, value: string, days: number): void => {
  const maxAge = days * DAY_SECONDS
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Secure; SameSite=Lax; Max-Age=${maxAge}`
}
