import type { Output } from '@puente/contract'
import { type Account, areTextsStopped } from '#features/accounts/index.ts'
import type { Services } from '#platform/services.ts'

/** Whether what goes by a channel arrives. */
export type Reach = Output<'noticePreferences'>['reach']

export const reachOf = (
  account: Pick<Account, 'emailVerified' | 'emailReturnedAt' | 'phone' | 'phoneVerified' | 'phoneStoppedAt'>,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
): Reach => {
  const { emailVerified, emailReturnedAt, phone, phoneVerified } = account
  const sms = phone === null || !phoneVerified ? 'unverified' : areTextsStopped(account, clock.now()) ? 'stopped' : 'on'
  return {
    email: emailVerified ? (emailReturnedAt === null ? 'on' : 'returned') : 'unverified',
    sms: config.sms === 'off' ? 'off' : sms,
    push: config.push === 'off' ? 'off' : 'on',
  }
}
