import type { Output } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { findBalance } from '#platform/wallet-balance.ts'

/** What can be spent now: the balance without what is held. */
export const readWallet = async (ctx: UserCtx): Promise<Output<'wallet'>> => {
  const balance = await findBalance(ctx.ledger, ctx.user.id)
  return { USD: Number(balance?.availableCents ?? 0n) }
}
