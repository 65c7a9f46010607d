/** Why a guard has led a person home: which screen was asked for, and what is missing for it. */
import type { Me } from '@puente/contract'
import { paths } from '#lib/layout/paths.ts'
import { isKycOpen, isTier2Open, kycStandingOf, tier2StandingOf } from './kyc-standing.ts'
import { canMoveMoney, hasContacts, type KycStep } from './kyc-step.ts'

type Step = Exclude<KycStep, 'done'>

/** What a person can ask for and not have yet. */
export type Asked =
  | 'withdraw'
  | 'send'
  | 'request'
  | 'invoices'
  | 'bankAccounts'
  | 'zelle'
  | 'phone'
  | 'identity'
  | 'review'
  | 'limits'

/** `steps` in their order; none where the identity check has an answer or is in review, or when what was asked for is done. */
export type TurnedAway = { asked: Asked; steps: Step[]; why: 'steps' | 'review' | 'denied' | 'expired' | 'done' }

/** The first whose path begins the one that was asked for. */
const SCREENS: readonly (readonly [string, Asked])[] = [
  [paths.withdraw.path, 'withdraw'],
  [paths.send.path, 'send'],
  [paths.requests.path, 'request'],
  [paths.zelle.path, 'zelle'],
  [paths.invoices.path, 'invoices'],
  [paths.settingsBankAccounts.path, 'bankAccounts'],
  [paths.verifyAccount.path, 'phone'],
  [paths.kycTier2.path, 'limits'],
  [paths.kycSuccess.path, 'review'],
  [paths.kyc.path, 'identity'],
]

type Reader = Pick<Me, 'emailVerified' | 'phoneVerified' | 'KYC'>

const missing = (asked: Asked, path: string, me: Reader): TurnedAway | null => {
  const contacts: Step[] = [
    ...(me.emailVerified ? [] : ['account' as const]),
    ...(me.phoneVerified ? [] : ['phone' as const]),
  ]
  const steps = (list: Step[]): TurnedAway => ({ asked, steps: list, why: 'steps' })
  const identity = (): TurnedAway => {
    const standing = kycStandingOf(me.KYC)
    if (contacts.length === 0 && (standing === 'denied' || standing === 'expired'))
      return { asked, steps: [], why: standing }
    return contacts.length > 0 || isKycOpen(me) ? steps([...contacts, 'identity']) : { asked, steps: [], why: 'review' }
  }
  const isDone = (done: boolean): TurnedAway => ({ asked, steps: [], why: done ? 'done' : 'review' })
  switch (asked) {
    case 'phone':
      return me.phoneVerified ? isDone(true) : null
    case 'identity':
      if (contacts.length > 0) return steps(contacts)
      return isKycOpen(me) ? null : isDone(me.KYC.tier >= 1)
    case 'review':
      return me.KYC.fullNameBirth ? null : identity()
    case 'limits': {
      const standing = tier2StandingOf(me.KYC)
      if (standing === 'closed') return identity()
      return isTier2Open(me.KYC) ? null : isDone(standing === 'approved')
    }
    case 'withdraw':
    case 'bankAccounts':
      return canMoveMoney(me) ? null : identity()
    case 'send':
      // From the balance it takes an identity; what the sender pays from outside takes the contacts.
      if (path.startsWith(paths.sendInApp.path)) return canMoveMoney(me) ? null : identity()
      return hasContacts(me) ? null : steps(contacts)
    case 'invoices':
    case 'request':
    case 'zelle':
      return hasContacts(me) ? null : steps(contacts)
  }
}

/** What to say of a path that was asked for; null once it is open, or where nothing is known of it. */
export const turnedAwayOf = (path: string, me: Reader): TurnedAway | null => {
  const lower = path.toLowerCase()
  const asked = SCREENS.find(([start]) => lower.startsWith(start.toLowerCase()))?.[1]
  return asked === undefined ? null : missing(asked, lower, me)
}
