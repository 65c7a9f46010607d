import type { Result } from '@puente/contract'
import { Card } from '@puente/ui/card'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { CardChoice, useChosenCard } from '#shared/cards/card-choice.tsx'
import { AmountForm } from '#shared/payment/amount-form.tsx'
import { useAmountProblem } from '#shared/payment/amount-problem.ts'
import { Checking } from '#shared/payment/checking.tsx'
import { useLimitText } from '#shared/payment/limit-text.ts'
import { useLeftPayment } from '#shared/payment/left-payment.ts'
import { LeftPayments } from '#shared/payment/left-payments.tsx'
import { decidingLimit } from '#shared/payment/limits-left.ts'
import { limitsQuery } from '#shared/payment/limits.ts'
import { OverLimit } from '#shared/payment/over-limit.tsx'
import { QuoteFailed } from '#shared/payment/quote-failed.tsx'
import { useQuote, type Quote } from '#shared/payment/quote.ts'
import { Refused } from '#shared/payment/refused.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { useDeposit } from '#shared/payment/use-deposit.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useTwoColumns } from '#lib/browser/wide.ts'
import './deposit-draft.ts'
import { depositMethods, type DepositMethod } from './deposit-methods.ts'
import { MethodChoice } from './method-choice.tsx'
import { QuoteFacts } from './quote-facts.tsx'

type Props = {
  config: Result<'config'>
  /** The ways that are open, in order; at least one. */
  open: readonly [DepositMethod, ...DepositMethod[]]
}

/**
 * Amount, way of paying, what it costs: under the amount, or beside it where there is room. The button says what will be
 * charged.
 */
export const DepositForm = ({ config, open }: Props) => {
  const t = useTranslations('transfers.deposit')
  const tReasons = useTranslations('errors.reasons.invalidAmount')
  const formats = useFormats()
  const { draft, change, keepNow } = useDraft('deposit')
  const isBeside = useTwoColumns()
  const amount = draft.amount ?? null
  const [first] = useState(open[0])
  const method = draft.method ?? first
  // One that has closed is replaced by the person alone: another might charge a saved card at the next tap.
  const isClosed = !open.includes(method)
  const { operation, limits, minimumCents } = depositMethods[method]
  const left = useLeftPayment(method === 'zelle' ? null : `deposit:${method}`)
  const { quote, error, retry } = useQuote({
    operation,
    isDeposit: true,
    amount: isClosed ? null : amount,
    sendSessionId: left?.sendSessionId,
    isReady: left !== undefined,
  })
  const minimum = { cents: minimumCents, text: tReasons('cardMinimum') }
  const amountProblem = useAmountProblem({ amount, quote, limits, isFromBalance: false, minimum })
  const problem = isClosed ? undefined : amountProblem
  const card = useChosenCard(draft.cardItem, method === 'card')
  const [asked, setAsked] = useState<number | null>(null)
  const forget = () => {
    setAsked(null)
    keepNow({ key: undefined, confirmedTotal: undefined, sendSessionId: undefined })
  }
  const {
    phase,
    refusal,
    error: refused,
    start,
  } = useDeposit({
    onLeft: forget,
    onRefused: forget,
  })

  // After a reload while the outcome was open: the same call under the same key answers with it.
  const resume = useEffectEvent(() => {
    const { key, confirmedTotal, sendSessionId, cardItem = null, saveCard = false } = draft
    if (amount && key && confirmedTotal !== undefined)
      start({
        method,
        amount,
        totalCharge: confirmedTotal,
        key,
        sendSessionId,
        cardId: cardItem,
        saveCard,
        isResumed: true,
      })
  })
  useEffect(() => resume(), [])

  const begin = (cents: number, { totalCharge }: Quote) => {
    const key = draft.key ?? newKey()
    const cardItem = card?.cardId ?? null
    const { saveCard = false } = draft
    const sendSessionId = left?.sendSessionId
    keepNow({ method, key, confirmedTotal: totalCharge, cardItem, sendSessionId })
    start({
      method,
      amount: cents,
      totalCharge,
      key,
      sendSessionId,
      ...(method === 'card' && { cardId: cardItem, saveCard: saveCard && cardItem === null }),
    })
  }

  // Asked for before its price had come: it goes on with the price, unless that is refused. A saved card is charged at once,
  // and so only for a total that was in sight; otherwise the next page names it.
  const isAsked = !isClosed && asked !== null && asked === amount && problem === undefined && error === null && !card
  const goOn = useEffectEvent(() => {
    if (isAsked && quote && card === null) begin(asked, quote)
  })
  useEffect(() => goOn(), [quote, card])

  const pay = (cents: number) => {
    if (isClosed) return
    if (quote && card !== undefined) begin(cents, quote)
    else setAsked(cents)
  }

  const payable = amount && problem === undefined ? amount : null
  const facts = !isClosed && (
    <QuoteFacts method={method} amount={payable} quote={payable === null ? undefined : quote} />
  )
  const isBusy = phase !== 'idle'
  return (
    <Screen width="form" aside={isBeside && facts ? <Card title={t('summary')}>{facts}</Card> : undefined}>
      <AmountForm
        label={t('label')}
        requiredText={t('required')}
        amount={amount}
        onAmountChange={(cents) => {
          setAsked(null)
          change({ amount: cents, key: undefined })
        }}
        problem={problem?.text}
        notes={isClosed ? null : <Notes method={method} isLimitShown={problem?.is === 'limit'} />}
        action={
          isClosed
            ? t('title')
            : quote && problem === undefined
              ? t(`pay.${method}`, { amount: formats.money(quote.totalCharge) })
              : t(`payBy.${method}`)
        }
        disabled={isClosed}
        pending={isBusy || isAsked}
        pendingLabel={t('opening')}
        onSubmit={pay}
      >
        {problem?.is === 'limit' && <OverLimit limit={problem.limit} />}
        {!isBusy && <LeftPayments kind={`deposit:${method}`} left={left} />}
        <fieldset disabled={isBusy} className="grid min-w-0 gap-4">
          <MethodChoice
            config={config}
            open={open}
            method={method}
            isClosed={isClosed}
            onChoose={(next) => {
              setAsked(null)
              change({ method: next, key: undefined })
            }}
          >
            {method === 'card' && !isClosed && (
              <CardChoice
                chosen={draft.cardItem}
                onChoose={(cardItem) => {
                  setAsked(null)
                  change({ cardItem, key: undefined })
                }}
                saveCard={draft.saveCard ?? false}
                onSaveCard={(saveCard) => change({ saveCard, key: undefined })}
              />
            )}
          </MethodChoice>
        </fieldset>
        {error !== null && <QuoteFailed onRetry={retry} />}
        {!isBeside && payable && facts && <Card>{facts}</Card>}
        <Refused title={t('notCharged')} text={refusal} error={refused} />
        {phase === 'checking' && <Checking />}
      </AmountForm>
    </Screen>
  )
}

/** The minimum of a card, and the tightest limit unless the error already states it. */
const Notes = ({ method, isLimitShown }: { method: DepositMethod; isLimitShown: boolean }) => {
  const t = useTranslations('transfers.deposit')
  const formats = useFormats()
  const limitText = useLimitText()
  const limits = useQuery(limitsQuery)
  const { limits: purpose, minimumCents } = depositMethods[method]
  const limit = limits.data && decidingLimit(limits.data.rows, purpose)
  return (
    <span className="grid gap-1">
      {minimumCents > 1 && <span>{t('minimum', { amount: formats.money(minimumCents) })}</span>}
      {limit && !isLimitShown && <span className="text-balance">{limitText(limit)}</span>}
    </span>
  )
}
