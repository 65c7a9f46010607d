import type { Language } from '@puente/contract'
import type { JobOf } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { type MailOrder, mailJob } from '#providers/mail/mail-job.ts'
import type { MailParams } from '#providers/mail/mail-params.ts'
import { languageOfAccount } from './account.ts'
import type { Account } from './account-store.ts'

type Order = Pick<MailOrder, 'template' | 'ref' | 'unsubscribe' | 'until'> & {
  params: Omit<MailParams, 'name' | 'timeZone'>
  /** The account's own language, unless the request came in another one. */
  language?: Language
}

/**
 * A mail to the address of an account. It greets by name only once the address is proved: until then the name may be
 * anybody's words, and a stranger would read them under ours.
 */
export const mailToOwner = (
  services: Pick<Services, 'keys'>,
  account: Pick<Account, 'email' | 'emailVerified' | 'fullName' | 'lang' | 'timeZone'>,
  { params, language = languageOfAccount(account), ...order }: Order,
): JobOf<'mail.send'> =>
  mailJob(services, {
    ...order,
    to: account.email,
    language,
    params: { ...(account.emailVerified && { name: account.fullName }), timeZone: account.timeZone, ...params },
  })
