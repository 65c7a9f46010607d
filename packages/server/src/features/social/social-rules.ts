/** Decisions of social login that need nothing but what is given. */
import { EmailIn, FullNameIn, type SocialOutcome } from '@puente/contract'

const OUTCOME_SCREEN = '/sign-in'

/**
 * The address the browser goes on to. What came of it stands in the fragment, which is sent to no server and by no referrer;
 * the page takes it out of the address at once.
 */
export const landingOf = (
  publicUrl: string,
  outcome: SocialOutcome,
  { screen = OUTCOME_SCREEN, ...more }: { screen?: string } & Readonly<Record<string, string | null>> = {},
): string => {
  const fragment = new URLSearchParams({ social: outcome })
  for (const [name, value] of Object.entries(more)) if (value !== null && value !== undefined) fragment.set(name, value)
  // Encoded as an address is, whatever the screen: it stands in a header.
  const landing = new URL(`${publicUrl}${screen}`)
  landing.hash = fragment.toString()
  return landing.href
}

const capitalised = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

/**
 * The name of a new account: what the issuer says, where it can be a name here, else the words of the address. It may be
 * changed twice before the identity check.
 */
export const nameOf = (said: string | null, email: string): string => {
  const words = email.slice(0, email.indexOf('@')).split(/[^a-z]+/i)
  const fromAddress = words
    .filter((word) => word.length > 1)
    .map(capitalised)
    .join(' ')
  const found = [said ?? '', fromAddress].map((name) => FullNameIn.safeParse(name)).find(({ success }) => success)
  return found?.data ?? 'New Customer'
}

/** An address in the form we take; null for one that we could not write to. */
export const emailOf = (said: string | null): string | null => EmailIn.safeParse(said ?? '').data ?? null

/** What an issuer's `error` means: the person changed their mind, or something else. */
export const isCancelled = (error: string): boolean => error === 'access_denied' || error === 'user_cancelled_authorize'
