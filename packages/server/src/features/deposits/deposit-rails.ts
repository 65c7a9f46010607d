/** By what deposits come in: how each method begins one, and whom it is asked about afterwards. */
import { CARD_MINIMUM_CENTS } from '@puente/contract'
import type { Input, Output } from '@puente/contract'
import { cardDeposit, cardRail } from '#features/cards/index.ts'
import { paypalDeposit, paypalRail } from '#features/paypal/index.ts'
import { type PayinAnswer, type PayinRail, startPayin } from '#features/payins/index.ts'
import { zelleDeposit } from '#features/zelle/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'

type Method = Input<'startDeposit'>['method']
type Answer = Output<'startDeposit'>

type DepositRail = {
  /** In cents. */
  minimum: number
  start: (ctx: MoneyCtx, input: Input<'startDeposit'>) => Promise<Answer>
  /** Null for a rail whose provider is not asked about single payments. */
  asked: PayinRail | null
}

const TIPO_OF = {
  completed: 'completed',
  requiresAction: 'redirect',
  declined: 'declined',
  processing: 'processing',
} as const satisfies Record<PayinAnswer['status'], Answer['tipo']>

/** The answer of a pay-in as a deposit tells it. */
const depositAnswer = ({ status, ...begun }: PayinAnswer): Answer => ({ ...begun, tipo: TIPO_OF[status] })

export const depositRails: Record<Method, DepositRail> = {
  card: {
    minimum: CARD_MINIMUM_CENTS,
    start: async (ctx, input) => startPayin(ctx, cardRail, await cardDeposit(ctx, input), depositAnswer),
    asked: cardRail,
  },
  paypal: {
    minimum: CARD_MINIMUM_CENTS,
    start: (ctx, input) => startPayin(ctx, paypalRail, paypalDeposit(input), depositAnswer),
    asked: paypalRail,
  },
  zelle: { minimum: 1, start: zelleDeposit, asked: null },
}

/** The rail that is asked about a payment, a send as much as a deposit. */
export const askedRailOf = (rail: string): PayinRail | null =>
  Object.values(depositRails).find(({ asked }) => asked?.rail === rail)?.asked ?? null
