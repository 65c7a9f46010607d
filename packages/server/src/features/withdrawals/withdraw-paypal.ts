import type { Input, Output } from '@puente/contract'
import { requireContacts, requireOpen, requireTerms, requireTier } from '#features/accounts/index.ts'
import { findRail, requireRail } from '#features/content/index.ts'
import { blindIndex } from '#platform/crypto/tokens.ts'
import type { PostingCtx } from '#platform/http/ctx.ts'
import { PAYPAL } from './paypal-rail.ts'
import { postWithdrawal, withdrawalOf } from './withdrawal-command.ts'

/** A proof is for exactly this address, in whatever case it is typed. */
const payeeIdOf = ({ keys }: Pick<PostingCtx, 'keys'>, email: string): string =>
  blindIndex(keys, 'paypal-payee', email.toLowerCase())
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Withdraws to the PayPal account of an address. It is on its way once the answer is there, and usually arrives in minutes. */
export const withdrawPaypal = async (
  ctx: PostingCtx,
  input: Input<'withdrawPaypal'>,
): Promise<Output<'withdrawPaypal'>> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  requireTier(ctx.user, 1)
  requireRail(await findRail(ctx, PAYPAL.rail))
  const { email, fullName } = input
  return postWithdrawal(ctx, PAYPAL, {
    ...withdrawalOf(input),
    payee: { id: payeeIdOf(ctx, email), fullName: `${fullName} (${email})` },
    destination: { email, language: ctx.language },
    shown: { payee: fullName, paypalEmail: email },
  })
}
