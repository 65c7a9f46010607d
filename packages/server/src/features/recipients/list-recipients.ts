import type { Output } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { recipientOut } from './recipient-out.ts'
import { listRecipientsOf } from './recipients-store.ts'

/** The caller's bank accounts; each shows the last four digits of its number. */
export const listRecipients = async ({
  db,
  keys,
  clock,
  user,
}: Pick<UserCtx, 'db' | 'keys' | 'clock' | 'user'>): Promise<Output<'listRecipients'>> => {
  const found = await listRecipientsOf(db, keys, user.id)
  return { items: found.map((recipient) => recipientOut(recipient, clock.now())) }
}
