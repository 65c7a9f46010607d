import type { Output } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { walletOf } from './wallet-of.ts'

/** What can be spent now: the balance without what is held. */
export const readWallet = async (ctx: UserCtx): Promise<Output<'wallet'>> => {
  const { availableCents } = await ctx.ledger.balance(walletOf(ctx.user.id))
  return { USD: Number(availableCents) }
}
