import { WITHDRAW_MAXIMUM_CENTS, WITHDRAW_MINIMUM_CENTS } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { productNow } from '#lib/browser/product-time.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { type AmountProblem, useAmountProblem } from '#shared/payment/amount-problem.ts'
import type { Quote } from '#shared/payment/quote.ts'
import type { WithdrawDraft } from '#shared/payment/withdraw-draft.ts'

/** What may go to a bank account in its first day. */
const FIRST_DAY_CENTS = 50_000

/** What may go to a new or changed account, and until when; null for any other. What has gone there already the server knows. */
export const firstDayOf = ({
  recipient,
}: Pick<WithdrawDraft, 'recipient'>): { limitCents: number; until: string } | null => {
  const until = recipient?.coolingUntil ?? null
  return until === null || Date.parse(until) <= productNow() ? null : { limitCents: FIRST_DAY_CENTS, until }
}

/** Whether an amount is one that can be withdrawn at all: only then there is a fee for it. */
export const isWithdrawable = (amount: number | null): amount is number =>
  amount !== null && amount >= WITHDRAW_MINIMUM_CENTS && amount <= WITHDRAW_MAXIMUM_CENTS

/** Beside what keeps any payment from going: `bound` is what no higher limit would change. */
type WithdrawProblem = AmountProblem | { is: 'bound'; text: string }

/** Why an amount cannot be withdrawn, known before it is submitted. */
export const useWithdrawProblem = (draft: WithdrawDraft, quote: Quote | undefined): WithdrawProblem | undefined => {
  const { amount = null, everything } = draft
  const t = useTranslations('errors.reasons.invalidAmount')
  const tNew = useTranslations('withdrawals.amount')
  const formats = useFormats()
  const minimum = { cents: WITHDRAW_MINIMUM_CENTS, text: t('withdrawMinimum') }
  const problem = useAmountProblem({
    amount,
    quote,
    limits: 'withdraw',
    isFromBalance: true,
    ...(!everything && { minimum }),
  })
  if (amount !== null && amount > WITHDRAW_MAXIMUM_CENTS) return { is: 'bound', text: t('withdrawMaximum') }
  const firstDay = firstDayOf(draft)
  if (problem || amount === null || !firstDay || amount <= firstDay.limitCents) return problem
  const { limitCents, until } = firstDay
  return { is: 'bound', text: tNew('firstDay', { limit: formats.money(limitCents), until: formats.dateTime(until) }) }
}
