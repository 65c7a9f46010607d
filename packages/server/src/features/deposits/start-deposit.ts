import type { Input, Output } from '@puente/contract'
import { requireContacts, requireOpen, requireTerms } from '#features/accounts/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { depositRails } from './deposit-rails.ts'

/** Adds money to the own balance by the rail that the caller chose. A repeat of the call starts nothing. */
export const startDeposit = async (ctx: MoneyCtx, input: Input<'startDeposit'>): Promise<Output<'startDeposit'>> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  const { minimum, start } = depositRails[input.method]
  if (input.amount < minimum) throw new Refusal('invalidAmount', { reason: 'cardMinimum', minCents: minimum })
  return start(ctx, input)
}
