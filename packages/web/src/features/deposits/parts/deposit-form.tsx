import { CARD_MINIMUM_CENTS, type Result } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { errorIdOf } from '@puente/ui/field'
import { useNotices } from '@puente/ui/notice'
import { useQuery } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { AmountField } from '#lib/forms/amount-field.tsx'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { HigherLimits } from '#shared/kyc/higher-limits.tsx'
import { newKey } from '#lib/api/idempotency.ts'
import { useLimitText } from '#shared/payment/limit-text.ts'
import { decidingLimit } from '#shared/payment/limits-left.ts'
import { limitsQuery } from '#shared/payment/limits.ts'
import { useQuote, type Quote } from '#shared/payment/quote.ts'
import { Refused } from '#shared/payment/refused.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
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
  const tCommon = useTranslations('common')
  const tMoney = useTranslations('money')
  const formats = useFormats()
  const { show } = useNotices()
  const { draft, change, keepNow } = useDraft('deposit')
  const field = useId()
  const isBeside = useTwoColumns()
  const [asked, setAsked] = useState(false)
  const [isUnread, setUnread] = useState(false)
  const amount = draft.amount ?? null
  const { quote, error, retry } = useQuote({ operation: 'stripe', isDeposit: true, amount })
  const problem = useProblem(amount, quote)
  const forget = () => keepNow({ key: undefined, confirmedTotal: undefined })
  const { phase, refusal, start } = useDeposit({ onLeft: forget, onRefused: forget })

  // The page was loaded again while the outcome was open: the same call under the same key tells it.
  const resume = useEffectEvent(() => {
    const { key, confirmedTotal } = draft
    if (amount && key && confirmedTotal !== undefined)
      start({ amount, totalCharge: confirmedTotal, key, isResumed: true })
  })
  useEffect(() => resume(), [])

  const pay = () => {
    if (phase !== 'idle') return undefined
    focusFirstInvalid(() => setAsked(true))
    if (isUnread) return undefined
    if (!amount) return show('negative', tCommon('requiredFields'))
    if (problem !== undefined || !quote) return undefined
    const key = draft.key ?? newKey()
    keepNow({ key, confirmedTotal: quote.totalCharge })
    return start({ amount, totalCharge: quote.totalCharge, key })
  }

  const isStopped = isUnread || problem !== undefined
  const payable = amount && !isStopped ? amount : null
  const facts = (
    <QuoteFacts amount={payable} quote={payable === null ? undefined : quote} freeOperations={config.freeOperations} />
  )
  return (
    <Screen width="form" aside={isBeside ? <Card title={t('summary')}>{facts}</Card> : undefined}>
      <form
        className="grid gap-6"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          pay()
        }}
      >
        <div className="py-4 short:py-0">
          <AmountField
            id={field}
            label={t('label')}
            hideLabel
            value={amount}
            onChange={(cents, why) => {
              change({ amount: cents, key: undefined })
              setUnread(why !== undefined)
            }}
            disabled={phase !== 'idle'}
            error={problem ?? (asked && !amount ? t('required') : undefined)}
            // The amount is all the screen asks for.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          >
            <Room minimumCents={config.bounds.cardMinimumCents} isLimitSaid={quote?.LimitExceeded ?? false} />
          </AmountField>
        </div>
        {quote?.LimitExceeded && <HigherLimits />}
        <p className="flex gap-3 text-sm text-text-muted">
          <CreditCard aria-hidden="true" className="size-5 shrink-0" />
          <span>
            <span className="block font-semibold text-text">{t('method.card')}</span>
            {t('method.cardText')}
          </span>
        </p>
        {error !== null && (
          <Banner
            tone="negative"
            title={tMoney('quoteFailed')}
            action={
              <Button variant="secondary" size="small" onClick={retry}>
                {tCommon('retry')}
              </Button>
            }
          />
        )}
        {!isBeside && payable && <Card>{facts}</Card>}
        <Refused title={t('notCharged')} text={refusal} />
        {phase === 'checking' && (
          <output>
            <Banner tone="info" title={tCommon('checking')} />
          </output>
        )}
        <ScreenAction>
          <Button
            type="submit"
            size="large"
            full
            pending={phase !== 'idle'}
            pendingLabel={t('opening')}
            disabled={phase === 'idle' && isStopped}
            aria-describedby={isStopped ? errorIdOf(field) : undefined}
          >
            {quote && !isStopped ? t('pay', { amount: formats.money(quote.totalCharge) }) : t('payByCard')}
          </Button>
        </ScreenAction>
      </form>
    </Screen>
  )
}

/** Under the number: from how much on, and the limit that ends first, unless it has just been said. */
const Room = ({ minimumCents, isLimitSaid }: { minimumCents: number; isLimitSaid: boolean }) => {
  const t = useTranslations('transfers.deposit')
  const formats = useFormats()
  const limitText = useLimitText()
  const limits = useQuery(limitsQuery)
  const limit = limits.data && decidingLimit(limits.data.rows, 'add')
  return (
    <span className="grid gap-1">
      <span>{t('minimum', { amount: formats.money(minimumCents) })}</span>
      {limit && !isLimitSaid && <span className="text-balance">{limitText(limit)}</span>}
    </span>
  )
}
