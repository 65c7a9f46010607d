/** Why an amount cannot be paid, known before it is submitted. */
import type { LimitRow, QuotedLimit } from '@puente/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { useMe } from '#lib/session/me.ts'
import { useBalanceText } from '#shared/movement/balance.tsx'
import { useExceededText } from './limit-text.ts'
import { decidingLimit, type LimitPurpose } from './limits-left.ts'
import { limitsQuery } from './limits.ts'
import type { Quote } from './quote.ts'

/** `limit` is the one that the amount exceeds, where one is the problem. */
export type AmountProblem = { text: string } & (
  | { is: 'minimum' | 'balance' }
  | { is: 'limit'; limit: LimitRow | QuotedLimit }
)

type Asked = {
  amount: number | null
  quote: Quote | undefined
  limits: LimitPurpose
  /** The balance pays amount and fee. */
  isFromBalance: boolean
  /** The least amount, and what is said of a smaller one. */
  minimum?: { cents: number; text: string }
}

/** More money would not help against a limit: it comes before the balance. */
export const useAmountProblem = ({
  amount,
  quote,
  limits: purpose,
  isFromBalance,
  minimum,
}: Asked): AmountProblem | undefined => {
  const t = useTranslations('errors.codes')
  const tMoney = useTranslations('money')
  const { money } = useFormats()
  const balanceText = useBalanceText()
  const exceededText = useExceededText()
  const { wallet } = useMe()
  const limits = useQuery(limitsQuery)
  if (amount === null) return undefined
  if (minimum && amount > 0 && amount < minimum.cents) return { is: 'minimum', text: minimum.text }
  const tightest = limits.data && decidingLimit(limits.data.rows, purpose)
  // Until the quote knows, the limits that were read decide, so that the reason does not change while it is read.
  const limit = quote
    ? quote.LimitExceeded && quote.limit
    : tightest && amount > Math.max(0, tightest.leftCents) && tightest
  if (limit) return { is: 'limit', limit, text: exceededText(limit) }
  if (!isFromBalance || (quote?.totalCharge ?? amount) <= wallet.USD) return undefined
  // Where the balance covers the amount, it is the fee that it does not cover.
  if (!quote || amount > wallet.USD) return { is: 'balance', text: t('senderUnsufficientFunds') }
  const words = { fee: money(quote.fee), total: money(quote.totalCharge), balance: balanceText(wallet.USD) }
  return { is: 'balance', text: `${t('senderUnsufficientFunds')}. ${tMoney('feeOverBalance', words)}` }
}
