import { isNoticeOn } from '@puente/contract'
import { type Account, mailChoices, mailToOwner } from '#features/accounts/index.ts'
import type { Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { MailParams } from '#providers/mail/mail-params.ts'
import type { MailTemplate } from '#providers/mail/mail-texts.ts'
import type { KycNews } from './settle-tier.ts'

type Told = Extract<MailTemplate, `kyc${string}`>

const NEWS: Record<Told, KycNews> = {
  kycAddressDenied: 'addressDenied',
  kycAddressAsked: 'addressAsked',
  kycAppealAnswered: 'appealAnswered',
  kycDenied: 'denied',
  kycLapsed: 'lapsed',
  kycRevoked: 'revoked',
  kycRunOut: 'runOut',
  kycVideoAsked: 'videoAsked',
  kycVideoDenied: 'videoDenied',
}

/** What is done on the screen of the address. */
const OF_TIER_2: ReadonlySet<Told> = new Set<Told>([
  'kycAddressAsked',
  'kycAddressDenied',
  'kycVideoAsked',
  'kycVideoDenied',
])

/**
 * Tells the owner something about their identity check, with the way to its screen; it commits with what it tells. It is mailed
 * in its own words, unless they want no mail about it. The owner of a closed account gets no mail: the address may be another's.
 */
export const tellOwner = async (
  services: Pick<Services, 'config' | 'events' | 'jobs' | 'keys'>,
  trx: Trx,
  account: Account,
  template: Told,
  params: Pick<MailParams, 'date' | 'answer' | 'denied'> = {},
): Promise<void> => {
  if (account.status === 'closed') return
  await services.events.record(trx, { event: 'kyc.moved', data: { ownerId: account.id, to: NEWS[template] } })
  if (!isNoticeOn(account.noticesSwitched, 'kyc', 'email') || account.emailReturnedAt !== null) return
  const path = OF_TIER_2.has(template) ? '/kyc/tier2' : '/kyc'
  const link = `${services.config.publicUrl}${path}`
  const { choose, unsubscribe } = mailChoices(services, account.id, 'kyc')
  const mail = { template, ref: newId(), unsubscribe, params: { ...params, link, choose } }
  await services.jobs.add(trx, mailToOwner(services, account, mail))
}
