import type { Output } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { cardsOf } from './saved-cards.ts'

export const listCards = async (ctx: UserCtx): Promise<Output<'listCards'>> => ({ items: await cardsOf(ctx) })
