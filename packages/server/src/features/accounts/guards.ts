/** Who may go on. Each guard refuses with the first thing that is missing, in the order the screens ask for it. */
import type { CurrentUser } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { isDisposable } from './disposable.ts'

/** Both contacts are verified: `emailNotVerified`, then `kycRequired` with what is missing. */
export const requireContacts = (user: Pick<CurrentUser, 'emailVerified' | 'phoneVerified'>): void => {
  if (!user.emailVerified) throw new Refusal('emailNotVerified')
  if (!user.phoneVerified) throw new Refusal('kycRequired', { missing: ['phone'], reason: 'phone' })
}

/** The tier is high enough, as the database has it. */
export const requireTier = (user: Pick<CurrentUser, 'tier'>, tier: 1 | 2): void => {
  if (user.tier < tier) throw new Refusal('kycRequired', { missing: [`tier${tier}`] })
}

/** The account is neither frozen nor being closed. */
export const requireOpen = (user: Pick<CurrentUser, 'status'>): void => {
  if (user.status !== 'open') throw new Refusal('accountRestricted', { reason: user.status })
}

/** The terms were accepted in the version in force. */
export const requireTerms = (user: Pick<CurrentUser, 'termsAccepted'>): void => {
  if (!user.termsAccepted) throw new Refusal('kycRequired', { missing: ['terms'], reason: 'terms' })
}

/** A person is signed in; for calls that also work without. */
export const requireUser = (user: CurrentUser | null): CurrentUser => {
  if (!user) throw new Refusal('AuthHeaderRequired')
  return user
}

/** The address is not one to throw away: `invalidEmail`, the same whether or not an account has it. */
export const requireRealEmail = (email: string): void => {
  if (isDisposable(email)) throw new Refusal('invalidEmail', { field: 'email', reason: 'disposable' })
}
