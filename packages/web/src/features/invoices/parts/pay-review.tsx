import type { Consent, Result } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useTwoColumns } from '#lib/browser/wide.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { CardChoice, useChosenCard } from '#shared/cards/card-choice.tsx'
import { Checking } from '#shared/payment/checking.tsx'
import { useMoneyUnderWay } from '#shared/payment/money-under-way.ts'
import { PayFacts } from '#shared/payment/pay-facts.tsx'
import { payMethods } from '#shared/payment/pay-methods.ts'
import { QuoteFailed } from '#shared/payment/quote-failed.tsx'
import { useUnprovable } from '#shared/payment/limit-text.ts'
import { useQuote } from '#shared/payment/quote.ts'
import { Refused } from '#shared/payment/refused.tsx'
import { invoiceQuery } from '../api/invoices.ts'
import '#shared/invoice/pay-draft.ts'
import { usePay } from '../api/use-pay.ts'
import { NotPayable } from '../screens/pay-screen.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { InvoiceNote } from './invoice-note.tsx'
import { useCounterpart } from './invoice-parts.tsx'
import { InvoiceUnread } from './invoice-unread.tsx'
import { PayHead } from './pay-head.tsx'

const ApprovalFirst = lazyPart(() => import('#shared/approval/approval-first.tsx').then((part) => part.ApprovalFirst))
const ConsentWords = lazyPart(() => import('#shared/consent/consent-words.tsx').then((part) => part.ConsentWords))

type Props = {
  id: string
  /** It follows an attempt that was left or declined. */
  isAgain: boolean
}

/** The review before an invoice is paid. */
export const PayReview = ({ id, isAgain }: Props) => {
  const invoice = useQuery(invoiceQuery(id))
  const isUnderWay = useMoneyUnderWay()
  // While the call is under way, its own payment may be what has changed the invoice; so may an earlier attempt.
  const isOwn = isUnderWay || (isAgain && invoice.data?.state === 'processing')
  if (invoice.data && (isOwn || invoice.data.acts.includes('pay'))) return <Review invoice={invoice.data} />
  return (
    <Screen width="form">
      {invoice.data ? <NotPayable invoice={invoice.data} /> : <InvoiceUnread invoice={invoice} />}
    </Screen>
  )
}

const Review = ({ invoice }: { invoice: Result<'getInvoice'> }) => {
  const t = useTranslations('invoices')
  const tSend = useTranslations('transfers.send')
  const { money } = useFormats()
  const tActivity = useTranslations('activity.detail')
  const isBeside = useTwoColumns()
  const name = useCounterpart()(invoice)
  const { draft, change, keepNow } = useDraft('invoicePay')
  const { method = 'wallet', cardItem, saveCard = false } = draft
  const { amount } = invoice
  const isCard = method === 'card'
  const card = useChosenCard(cardItem, isCard)
  const { quote, error, retry } = useQuote({
    operation: payMethods[method].operation,
    isInvoice: true,
    amount,
    sendSessionId: draft.invoiceSessionId,
    toUser: invoice.from,
    savedCard: isCard && card !== null,
    isReady: card !== undefined,
  })
  const unprovable = useUnprovable(quote)
  const {
    phase,
    refusal,
    error: refused,
    isClosed,
    confirm,
  } = usePay({
    invoice,
    name,
    draft,
    keepNow,
  })
  const [consent, setConsent] = useState<Consent>()
  const locked = phase !== 'idle'
  const isReady = quote !== undefined && card !== undefined && consent !== undefined && unprovable === undefined
  const pay = () => {
    if (locked || !isReady) return
    confirm({ confirmedTotal: quote.totalCharge, consent, ...(isCard && { cardItem: card?.cardId ?? null }) })
  }

  const facts = (
    <PayFacts
      method={method}
      quote={quote}
      payment={{ toUser: invoice.from, amount }}
      way={{ term: tActivity('method'), value: t(`methods.${method}`) }}
    />
  )
  return (
    <Screen
      width="form"
      title={t('pay.reviewTitle')}
      aside={isBeside ? <Card title={tSend('amount.summary')}>{facts}</Card> : undefined}
    >
      {isBeside ? (
        <PayHead row={invoice} />
      ) : (
        <Card>
          <PayHead row={invoice} />
          {facts}
        </Card>
      )}
      <Card title={t(invoice.type === 'custom' ? 'forWhat' : 'lines')}>
        <InvoiceNote row={invoice} />
        <InvoiceLines lines={invoice.products} total={amount} />
      </Card>
      {isCard && (
        <fieldset disabled={locked} className="grid min-w-0 gap-5">
          <CardChoice
            chosen={cardItem}
            onChoose={(cardId) => change({ cardItem: cardId })}
            saveCard={saveCard}
            onSaveCard={(save) => change({ saveCard: save })}
          />
        </fieldset>
      )}
      {method === 'wallet' && (
        <Suspense>
          <ApprovalFirst toUser={invoice.from} amount={amount} />
        </Suspense>
      )}
      {error !== null && <QuoteFailed onRetry={retry} />}
      {quote && (
        <Suspense>
          <ConsentWords
            number={invoice.reference}
            name={name}
            method={method}
            amount={amount}
            total={quote.totalCharge}
            otherLang={invoice.lang}
            onShown={setConsent}
          />
        </Suspense>
      )}
      <Refused title={t('pay.notPaid')} text={refusal} error={refused} isOwn={isClosed} />
      {phase === 'checking' && <Checking>{tSend('detail.checkingText')}</Checking>}
      <ScreenAction unpinned>
        <Button
          size="large"
          full
          pending={locked}
          pendingLabel={phase === 'checking' ? tSend('detail.checkingTitle') : t('pay.paying')}
          disabled={!locked && !isReady}
          reason={unprovable ?? (error === null ? tSend('detail.waitingForQuote') : undefined)}
          onClick={pay}
        >
          {t(`pay.by.${method}`, { amount: money(quote?.totalCharge ?? amount) })}
        </Button>
      </ScreenAction>
    </Screen>
  )
}
