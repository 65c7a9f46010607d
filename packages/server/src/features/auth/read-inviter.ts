import type { Input, Output } from '@puente/contract'
import { findPersonById } from '#features/accounts/index.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { findReferrer } from './find-referrer.ts'

/**
 * Who invites. The link may be in anyone's hands, so of a person only the first name is shown, and of someone who cannot receive
 * money, as of a code that is no one's, nothing.
 */
export const readInviter = async (ctx: PublicCtx, { code }: Input<'inviter'>): Promise<Output<'inviter'>> => {
  const referrer = await findReferrer(ctx, ctx.db, code)
  const person = referrer === null ? null : await findPersonById(ctx.db, referrer)
  if (!person?.canReceive) return { name: null }
  return { name: person.isBusiness ? person.fullName : (person.fullName.split(' ')[0] ?? null) }
}
