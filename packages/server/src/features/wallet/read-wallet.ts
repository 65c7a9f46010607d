import type { Output } from '@puente/contract'
import { debtOut, readDebt } from '#features/limits/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { findBalance } from '#platform/wallet-balance.ts'

/** What can be spent now (the balance without what is held), what is held, and what is owed. */
export const readWallet = async (ctx: UserCtx): Promise<Output<'wallet'>> => {
  const ownerId = ctx.user.id
  const [balance, debt] = await Promise.all([findBalance(ctx.ledger, ownerId), readDebt(ctx.db.pool, ownerId)])
  return {
    USD: Number(balance?.availableCents ?? 0n),
    held: { USD: Number(balance?.heldCents ?? 0n) },
    ...debtOut(debt),
  }
}
