import type { Input, Output } from '@puente/contract'
import { findPersonByHandle, requireContacts } from '#features/accounts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { isBlockedBetween } from './blocks-store.ts'
import { foundPerson } from './found-person.ts'

/**
 * Who has exactly this username. Someone who cannot receive, or of whom one has blocked the other, is as unknown as somebody who does not exist; oneself is always
 * known. As with a search, only a person with both contacts verified may look.
 */
export const readPublicProfile = async (
  ctx: UserCtx,
  { publicTransactionId }: Input<'publicProfile'>,
): Promise<Output<'publicProfile'>> => {
  requireContacts(ctx.user)
  const person = await findPersonByHandle(ctx.db, publicTransactionId.trim().toLowerCase())
  const isKnown =
    person !== null &&
    (person.id === ctx.user.id || (person.canReceive && !(await isBlockedBetween(ctx.db, ctx.user.id, person.id))))
  if (!isKnown) throw new Refusal('userNotFound', { field: 'publicTransactionId' })
  return foundPerson(person)
}
