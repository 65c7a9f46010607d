import { newToken } from '#platform/crypto/tokens.ts'
import type { Trx } from '#platform/db/database.ts'
import type { RequestFacts } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { MailTemplate } from '#providers/mail/mail-texts.ts'
import type { Account } from './account-store.ts'
import { insertNoticeLink } from './change-notice-store.ts'
import { claimOf } from './claims-store.ts'
import { findAnyCooling } from './cooling-store.ts'
import { mailToOwner } from './mail-to-owner.ts'

/**
 * Tells the holder of a proved address about a change, or a login, with a link that freezes the account: for an owner who did not
 * make it. `account` is the one before the change. Where the change makes money go out slowly, the mail says until when: begin that before.
 * `provesFrom` is when its owner can confirm an act again, where that is not now.
 */
export const sendChangeNotice = async (
  services: Pick<Services, 'clock' | 'config' | 'jobs' | 'keys'> & Pick<RequestFacts, 'agent'>,
  trx: Trx,
  account: Account,
  template: MailTemplate,
  provesFrom: Date | null = null,
): Promise<void> => {
  if (!account.emailVerified) return
  const { clock, config, jobs, keys } = services
  const [codeId, linkToken, at] = [newId(), newToken(), clock.now()]
  const { id: ownerId, email: address } = account
  const addressHash = claimOf(keys, 'email', address)
  await insertNoticeLink(trx, keys, { ownerId, codeId, address, addressHash, linkToken, at })
  const { browser, device, timeZone } = services.agent()
  const params = {
    link: `${config.publicUrl}/not-me?token=${linkToken}`,
    facts: { browser, device, timeZone, at: at.toISOString() },
    provesFrom: provesFrom?.toISOString(),
    coolsUntil: (await findAnyCooling(trx, ownerId, at))?.toISOString(),
  }
  await jobs.add(trx, mailToOwner(services, account, { template, ref: codeId, params }))
}
