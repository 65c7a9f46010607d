/**
 * How a browser comes back from another service: the outcome stands in the fragment, out of which it is taken at once. A token
 * in an address is read over shoulders and kept in the history.
 */
import type { SocialOutcome } from '@puente/contract'
import { call } from '#lib/api/api.ts'
import { paths } from '#lib/layout/paths.ts'
import { safeRedirect } from '#lib/layout/safe-redirect.ts'
import { beginSignUp, nextSignUpScreen } from './sign-up-flow.ts'

export type SocialReturn = { outcome: SocialOutcome; more: Readonly<Record<string, string>> }

/** What the address says; null for a page that was opened in any other way. */
export const readSocialReturn = (): SocialReturn | null => {
  // The build draws this screen as well, where there is no address.
  if (typeof location === 'undefined' || !location.hash.startsWith('#social=')) return null
  const { social, ...more } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  return { outcome: social as SocialOutcome, more }
}

export const clearSocialReturn = (): void =>
  history.replaceState(history.state, '', location.pathname + location.search)

/** Settles what a social login came to, and answers where to go on: a newcomer to the next step of signing up. */
export const settleSocial = async ({ more }: SocialReturn): Promise<string> => {
  await call('setDefault', {})
  if (more['isNew'] !== 'true') return safeRedirect(more['returnTo'] ?? null) ?? paths.home.path
  beginSignUp()
  return nextSignUpScreen(await (await import('#lib/session/me.ts')).loadMe())
}
