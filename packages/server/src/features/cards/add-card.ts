import type { Input, Output } from '@puente/contract'
import { requireContacts, requireOpen, requireTerms } from '#features/accounts/index.ts'
import { findRail, requireRail } from '#features/content/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { CARD } from './card-rail.ts'
import { customerOf } from './card-customer.ts'
import { asked } from './saved-cards.ts'

/** The screens from which a card is added, and to which its page leads back. */
const SCREEN: Record<Input<'addCard'>['returnTo'], string> = {
  settings: '/settings/cards',
  deposit: '/deposit-now',
  send: '/payments/send/card',
}

/** Leads to the provider's page, where a card is saved; its number never comes here. */
export const addCard = async (ctx: UserCtx, { returnTo }: Input<'addCard'>): Promise<Output<'addCard'>> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  requireRail(await findRail(ctx, CARD.rail))
  const back = (card: 'added' | 'left') => `${ctx.config.publicUrl}${SCREEN[returnTo]}?card=${card}`
  const customerId = await asked(({ timeoutMs }) => customerOf(ctx, ctx.user.id, timeoutMs))
  const page = { customerId, language: ctx.language, successUrl: back('added'), cancelUrl: back('left') }
  return { url: await asked((options) => ctx.card.saveCardPage(page, options)) }
}
