import { type Input, type Output, uuidOf } from '@puente/contract'
import { findPersonByPicture } from '#features/accounts/index.ts'
import { readOwnFile } from '#features/kyc/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { readPictureOf } from './pictures-store.ts'

/**
 * A picture may be seen by whom it shows, and by everybody signed in while that person can be found. Those one has
 * exchanged money with can be found too, for as long as they have an account. Only the present picture counts: an address that
 * was kept leads nowhere once the picture is replaced or taken away. The picture of a product may be seen by whoever sells it, and by
 * those who got an invoice with it: each has a row of their own.
 */
const findPicture = async (ctx: UserCtx, fileId: string): Promise<Output<'readFile'> | null> => {
  const person = await findPersonByPicture(ctx.db, fileId)
  if (!person) return readPictureOf(ctx, ctx.user.id, fileId)
  return person.canReceive || person.id === ctx.user.id ? readPictureOf(ctx, person.id, fileId) : null
}

/** A picture that the caller may see, or an own paper of the identity check; anything else is as unknown as what does not exist. */
export const readFile = async (ctx: UserCtx, { id }: Input<'readFile'>): Promise<Output<'readFile'>> => {
  const fileId = uuidOf(id, 'fil')
  return (fileId === null ? null : await findPicture(ctx, fileId)) ?? readOwnFile(ctx, { id })
}
