/** Which step of the account's set-up comes next. */
import type { Me } from '@puente/contract'
import { paths, type ScreenPath } from '#lib/layout/paths.ts'

export type KycStep = 'account' | 'phone' | 'identity' | 'done'

/** Where each step is taken. */
export const stepScreens: Readonly<Record<Exclude<KycStep, 'done'>, ScreenPath>> = {
  account: paths.verifyUser.path,
  phone: paths.verifyAccount.path,
  identity: paths.kyc.path,
}

type Standing = Pick<Me, 'emailVerified' | 'phoneVerified'> & { KYC: Pick<Me['KYC'], 'tier'> }

const SENDING_TIER = 1

/** Account registered (email verified), phone verified, identity complete: the first that is still open. */
export const kycStepOf = ({ emailVerified, KYC }: Standing): KycStep => {
  if (!emailVerified) return 'account'
  if (KYC.tier < 0) return 'phone'
  return KYC.tier < SENDING_TIER ? 'identity' : 'done'
}

/** Both contacts are verified: what invoices and money from outside ask for. */
export const hasContacts = ({ emailVerified, phoneVerified }: Pick<Me, 'emailVerified' | 'phoneVerified'>): boolean =>
  emailVerified && phoneVerified

/** Which contacts are still to be verified, for a text that names them; `both` also where none is. */
export const missingContacts = ({
  emailVerified,
  phoneVerified,
}: Pick<Me, 'emailVerified' | 'phoneVerified'>): 'email' | 'phone' | 'both' =>
  emailVerified === phoneVerified ? 'both' : emailVerified ? 'phone' : 'email'

/** Whether sending and withdrawing are open to this user. */
export const canMoveMoney = (me: Standing): boolean => hasContacts(me) && me.KYC.tier >= SENDING_TIER
