import type { Output } from '@puente/contract'
import type { Account } from '#features/accounts/index.ts'
import type { Services } from '#platform/services.ts'

/** Whether what goes by a channel arrives. */
export type Reach = Output<'noticePreferences'>['reach']

/** After so long a stopped phone is tried again: whoever let us in again told the carrier, who does not tell us. */
const STOPPED_MS = 30 * 86_400_000

export const reachOf = (
  account: Pick<Account, 'emailVerified' | 'emailReturnedAt' | 'phone' | 'phoneVerified' | 'phoneStoppedAt'>,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
): Reach => {
  const { emailVerified, emailReturnedAt, phone, phoneVerified, phoneStoppedAt } = account
  const isStopped = phoneStoppedAt !== null && clock.now().getTime() - phoneStoppedAt.getTime() < STOPPED_MS
  const sms = phone === null || !phoneVerified ? 'unverified' : isStopped ? 'stopped' : 'on'
  return {
    email: emailVerified ? (emailReturnedAt === null ? 'on' : 'returned') : 'unverified',
    sms: config.sms === 'off' ? 'off' : sms,
    push: config.push === 'off' ? 'off' : 'on',
  }
}
