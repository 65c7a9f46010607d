import { uuidOf } from '@puente/contract'
import { claimOf, findClaimant, findPersonByHandle, findPersonById, hasAccount } from '#features/accounts/index.ts'
import type { Person } from '#features/accounts/index.ts'
import type { Counterpart } from '#features/wallet/index.ts'
import type { PostingCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'

/** The other side as a movement remembers it. */
export const counterpartOf = ({ id, fullName, handle, imageFileId, isBusiness }: Person): Counterpart => ({
  ownerId: id,
  name: fullName,
  handle,
  imageFileId,
  isBusiness,
})

/** An account that was closed: usernames are never given again, and rows are kept. */
const wasSomebody = async ({ db, keys }: Pick<PostingCtx, 'db' | 'keys'>, toUser: string): Promise<boolean> => {
  const ownerId = uuidOf(toUser, 'usr')
  return ownerId
    ? hasAccount(db, ownerId)
    : (await findClaimant(db, 'handle', claimOf(keys, 'handle', toUser))) !== null
}

/**
 * Who `toUser` names: `userNotFound` when no one, `invalidUser` when it is the sender or a person who cannot receive.
 */
export const requireRecipient = async (
  ctx: Pick<PostingCtx, 'db' | 'keys' | 'user'>,
  toUser: string,
): Promise<Person> => {
  const ownerId = uuidOf(toUser, 'usr')
  const person = ownerId ? await findPersonById(ctx.db, ownerId) : await findPersonByHandle(ctx.db, toUser)
  if (!person) throw new Refusal((await wasSomebody(ctx, toUser)) ? 'invalidUser' : 'userNotFound')
  if (person.id === ctx.user.id) throw new Refusal('invalidUser', { reason: 'oneself' })
  if (!person.canReceive) throw new Refusal('invalidUser')
  return person
}

/** The caller as the other side will see them. */
export const requireSelf = async (ctx: Pick<PostingCtx, 'db' | 'user'>): Promise<Person> => {
  const person = await findPersonById(ctx.db, ctx.user.id)
  if (!person) throw new Error('a signed-in user is missing from the directory')
  return person
}
