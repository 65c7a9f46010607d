import { type Account, mailToOwner } from '#features/accounts/index.ts'
import type { Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { MailParams } from '#providers/mail/mail-params.ts'
import type { MailTemplate } from '#providers/mail/mail-texts.ts'

type Told = Extract<MailTemplate, `kyc${string}`>

/** Mails the owner something about their identity check, with the way to its screen; it commits with what it tells. */
export const tellOwner = (
  services: Pick<Services, 'config' | 'jobs' | 'keys'>,
  trx: Trx,
  account: Account,
  template: Told,
  params: Pick<MailParams, 'date' | 'answer'> = {},
): Promise<void> => {
  const path = template === 'kycVideoAsked' || template === 'kycAddressAsked' ? '/kyc/tier2' : '/kyc'
  const link = `${services.config.publicUrl}${path}`
  return services.jobs.add(trx, mailToOwner(services, account, { template, ref: newId(), params: { ...params, link } }))
}
