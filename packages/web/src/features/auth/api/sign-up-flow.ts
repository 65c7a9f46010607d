/**
 * Where a sign-up stands. The account exists from the first step on, so the server knows what is done; this browser tab
 * only remembers that a sign-up is in progress. Without that mark, the sign-up address redirects a signed-in user home
 * like any other.
 */
import type { Me } from '@puente/contract'
import { paths } from '#lib/layout/paths.ts'

const KEY = 'signUp'
const DETAILS_KEY = 'signUpDetails'
const REFERRER_KEY = 'signUpReferrer'

/** What was entered in the first step; never the password. */
export type SignUpDetails = { email: string; fullName: string; business: boolean }

const read = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

const write = (key: string, value: string | null): void => {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Without storage the flow starts over; nothing is lost on the server.
  }
}

/**
 * Who brought the person here, from the address. It is kept until the account is open, whatever way that is reached by; a
 * newer address takes its place.
 */
export const keepReferrer = (code: string | undefined): void => {
  if (code !== undefined && code.length <= 64) write(REFERRER_KEY, code)
}
export const keptReferrer = (): string | null => read(REFERRER_KEY)

export const beginSignUp = (): void => {
  write(KEY, 'open')
  write(DETAILS_KEY, null)
  write(REFERRER_KEY, null)
}
export const finishSignUp = (): void => write(KEY, null)
export const isSigningUp = (): boolean => read(KEY) !== null

export const keepDetails = (details: SignUpDetails): void => write(DETAILS_KEY, JSON.stringify(details))

export const keptDetails = (): SignUpDetails => {
  const empty: SignUpDetails = { email: '', fullName: '', business: false }
  try {
    return { ...empty, ...(JSON.parse(read(DETAILS_KEY) ?? '{}') as Partial<SignUpDetails>) }
  } catch {
    return empty
  }
}

/** The screen of the next open step. */
export const nextSignUpScreen = (
  me: Pick<Me, 'emailVerified' | 'phoneVerified' | 'address' | 'business' | 'businessProfile'>,
) => {
  if (!me.emailVerified) return paths.signUpEmail.path
  if (!me.phoneVerified) return paths.signUpPhone.path
  if (me.business && !me.businessProfile) return paths.signUpBusiness.path
  return me.address === null ? paths.signUpAddress.path : paths.home.path
}
