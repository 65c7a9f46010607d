import type { Input, Output } from '@puente/contract'
import { findPersonByHandle, requireContacts } from '#features/accounts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { foundPerson } from './found-person.ts'

/**
 * Who has exactly this username. Someone who cannot receive is as unknown as somebody who does not exist; oneself is always
 * known. As with a search, only a person with both contacts verified may look.
 */
export const readPublicProfile = async (
  ctx: UserCtx,
  { publicTransactionId }: Input<'publicProfile'>,
): Promise<Output<'publicProfile'>> => {
  requireContacts(ctx.user)
  const person = await findPersonByHandle(ctx.db, publicTransactionId.trim().toLowerCase())
  if (!person || !(person.canReceive || person.id === ctx.user.id))
    throw new Refusal('userNotFound', { field: 'publicTransactionId' })
  return foundPerson(person)
}
