import { CARD_MINIMUM_CENTS, type Result } from '@puente/contract'
import { Card } from '@puente/ui/card'
import { useQuery } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { HigherLimits } from '#shared/kyc/higher-limits.tsx'
import { newKey } from '#lib/api/idempotency.ts'
import { AmountForm } from '#shared/payment/amount-form.tsx'
import { Checking } from '#shared/payment/checking.tsx'
import { useLimitText } from '#shared/payment/limit-text.ts'
import { decidingLimit } from '#shared/payment/limits-left.ts'
import { limitsQuery } from '#shared/payment/limits.ts'
import { QuoteFailed } from '#shared/payment/quote-failed.tsx'
import { useQuote, type Quote } from '#shared/payment/quote.ts'
import { Refused } from '#shared/payment/refused.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { useDeposit } from '#shared/payment/use-deposit.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useTwoColumns } from '#lib/browser/wide.ts'
import './deposit-draft.ts'
import { QuoteFacts } from './quote-facts.tsx'

const useProblem = (amount: number | null, quote: Quote | undefined): string | undefined => {
  const t = useTranslations('errors.reasons')
  const limitText = useLimitText()
  if (amount !== null && amount > 0 && amount < CARD_MINIMUM_CENTS) return t('invalidAmount.cardMinimum')
  return quote?.LimitExceeded && quote.limit ? limitText(quote.limit) : undefined
}

/**
 * Amount, way of paying, what it costs: under the amount, or beside it where there is room. The button says what the card
 * will be charged.
 */
export const DepositForm = ({ config }: { config: Result<'config'> }) => {
  const t = useTranslations('transfers.deposit')
  const formats = useFormats()
  const { draft, change, keepNow } = useDraft('deposit')
  const isBeside = useTwoColumns()
  const amount = draft.amount ?? null
  const { quote, error, retry } = useQuote({ operation: 'stripe', isDeposit: true, amount })
  const problem = useProblem(amount, quote)
  const [asked, setAsked] = useState<number | null>(null)
  const forget = () => {
    setAsked(null)
    keepNow({ key: undefined, confirmedTotal: undefined })
  }
  const { phase, refusal, start } = useDeposit({ onLeft: forget, onRefused: forget })

  // After a reload while the outcome was open: the same call under the same key answers with it.
  const resume = useEffectEvent(() => {
    const { key, confirmedTotal } = draft
    if (amount && key && confirmedTotal !== undefined)
      start({ amount, totalCharge: confirmedTotal, key, isResumed: true })
  })
  useEffect(() => resume(), [])

  const open = (cents: number, { totalCharge }: Quote) => {
    const key = draft.key ?? newKey()
    keepNow({ key, confirmedTotal: totalCharge })
    start({ amount: cents, totalCharge, key })
  }

  // Asked for before its price had come: it goes on with the price, unless that is refused. The card's own page names the
  // total before anything is charged.
  const isAsked = asked !== null && asked === amount && problem === undefined && error === null
  const goOn = useEffectEvent(() => {
    if (isAsked && quote) open(asked, quote)
  })
  useEffect(() => goOn(), [quote])

  const pay = (cents: number) => {
    if (quote) open(cents, quote)
    else setAsked(cents)
  }

  const payable = amount && problem === undefined ? amount : null
  const facts = (
    <QuoteFacts amount={payable} quote={payable === null ? undefined : quote} freeOperations={config.freeOperations} />
  )
  return (
    <Screen width="form" aside={isBeside ? <Card title={t('summary')}>{facts}</Card> : undefined}>
      <AmountForm
        label={t('label')}
        requiredText={t('required')}
        amount={amount}
        onAmountChange={(cents) => {
          setAsked(null)
          change({ amount: cents, key: undefined })
        }}
        problem={problem}
        notes={<Notes minimumCents={config.bounds.cardMinimumCents} isLimitShown={quote?.LimitExceeded ?? false} />}
        action={
          quote && problem === undefined ? t('pay', { amount: formats.money(quote.totalCharge) }) : t('payByCard')
        }
        pending={phase !== 'idle' || (isAsked && !quote)}
        pendingLabel={t('opening')}
        onSubmit={pay}
      >
        {quote?.LimitExceeded && <HigherLimits />}
        <p className="flex gap-3 text-sm text-text-muted">
          <CreditCard aria-hidden="true" className="size-5 shrink-0" />
          <span>
            <span className="block font-semibold text-text">{t('method.card')}</span>
            {t('method.cardText')}
          </span>
        </p>
        {error !== null && <QuoteFailed onRetry={retry} />}
        {!isBeside && payable && <Card>{facts}</Card>}
        <Refused title={t('notCharged')} text={refusal} />
        {phase === 'checking' && <Checking />}
      </AmountForm>
    </Screen>
  )
}

/** The minimum and the tightest limit, unless the error already states it. */
const Notes = ({ minimumCents, isLimitShown }: { minimumCents: number; isLimitShown: boolean }) => {
  const t = useTranslations('transfers.deposit')
  const formats = useFormats()
  const limitText = useLimitText()
  const limits = useQuery(limitsQuery)
  const limit = limits.data && decidingLimit(limits.data.rows, 'add')
  return (
    <span className="grid gap-1">
      <span>{t('minimum', { amount: formats.money(minimumCents) })}</span>
      {limit && !isLimitShown && <span className="text-balance">{limitText(limit)}</span>}
    </span>
  )
}
