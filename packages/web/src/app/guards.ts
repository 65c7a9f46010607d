/**
 * Who may see a screen, decided before it is rendered. Each guard is used in a route's `beforeLoad` and either returns or
 * throws a redirect. What they need of a signed-in user is fetched on demand, so that a logged-out visitor loads none
 * of it.
 */
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import type { Me } from '@puente/contract'
import { isKycOpen, isTier2Open, isTier2Waiting } from '#shared/kyc/kyc-standing.ts'
import { paths, type ScreenPath } from '#lib/layout/paths.ts'
import { hasContacts } from '#shared/kyc/kyc-step.ts'
import { takePayLink } from '#lib/session/pay-link.ts'
import { session, startSession } from '#lib/session/session.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The path that the person was led home from, for the notice there. */
    turnedAway?: string
  }
}

type Visit = { location: ParsedLocation }

/** Nobody is signed in here. */
export const isVisitor = async (): Promise<boolean> => {
  await startSession()
  const { status } = session.get()
  return status !== 'in' && status !== 'locked'
}

/** Admits signed-in users; redirects others to sign in, with the way back in the query. */
export const requireSession = async ({ location }: Visit): Promise<void> => {
  if (!(await isVisitor())) return
  throw redirect({ to: paths.root.path, search: { redirect: location.href }, replace: true })
}

/** Admits visitors; redirects signed-in users home. */
export const onlyLoggedOut = async (): Promise<void> => {
  if (!(await isVisitor())) throw redirect({ to: paths.home.path, replace: true })
}

const me = async (): Promise<Me> => (await import('#lib/session/me.ts')).loadMe()

/** The user, read before the screen shows; null for visitors and for a locked session. */
export const signedInUser = async (): Promise<Me | null> => {
  await startSession()
  return session.get().status === 'in' ? me() : null
}

/**
 * Makes a guard that redirects users home unless `fits` is true for them; a notice there says what is missing. No one is turned
 * away by what was read earlier: it may be older than what has just opened the screen.
 */
const requireOfMe =
  (fits: (me: Me) => boolean) =>
  async ({ location }: Visit): Promise<void> => {
    if (session.get().status === 'locked' || fits(await me())) return
    const { reloadMe } = await import('#lib/session/me.ts')
    if (!fits(await reloadMe()))
      throw redirect({ to: paths.home.path, replace: true, state: { turnedAway: location.pathname } })
  }

/** The phone is still to be verified. */
export const requirePhoneUnverified = requireOfMe((user) => !user.phoneVerified)

/** The identity check has reached at least this tier. */
export const requireTier = (tier: number) => requireOfMe((user) => user.KYC.tier >= tier)

/** E-mail and phone are verified: what invoices and money from outside ask for. */
export const requireContacts = requireOfMe(hasContacts)

/** The identity check is open: contacts verified, and something to submit, for the first time or again. */
export const requireKycOpen = requireOfMe(isKycOpen)

/** Leads on to tier 2 where the identity is verified and something of tier 2 waits for the person: notices lead to `/kyc`. */
export const toWaitingTier2 = async (): Promise<void> => {
  if (session.get().status !== 'locked' && isTier2Waiting((await me()).KYC))
    throw redirect({ to: paths.kycTier2.path, replace: true })
}

/** Tier 2 is open: there is a proof of address or something that a reviewer asked for to hand in. */
export const requireTier2Open = requireOfMe(({ KYC }) => isTier2Open(KYC))

/** The name and birthday of the identity check are submitted, so there is a review to show. */
export const requireKycSent = requireOfMe((user) => user.KYC.fullNameBirth)

/** Redirects a path in other letter case to the canonical one; routes match in any case. */
export const canonical =
  (path: ScreenPath) =>
  ({ location }: Visit): void => {
    if (location.pathname.replace(/\/$/, '') !== path)
      throw redirect({ to: path as string, search: location.search, replace: true })
  }

/** Leads on to the link that the person was about to pay before they were in. */
export const toPayLink = (): void => {
  const code = takePayLink()
  if (code !== null) throw redirect({ to: paths.requestPay.path, state: { payCode: code }, replace: true })
}
