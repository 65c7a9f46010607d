import type { Output } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { findBalance } from '#platform/wallet-balance.ts'

/** What can be spent now, which is the balance without what is held, and what that is. */
export const readWallet = async (ctx: UserCtx): Promise<Output<'wallet'>> => {
  const balance = await findBalance(ctx.ledger, ctx.user.id)
  return { USD: Number(balance?.availableCents ?? 0n), held: { USD: Number(balance?.heldCents ?? 0n) } }
}
