import { PAY_METHODS, type PayMethod, type Result } from '@puente/contract'
import { Button, buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { EmptyState } from '@puente/ui/empty-state'
import { Segmented } from '@puente/ui/segmented'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import CreditCard from 'lucide-react/icons/credit-card'
import Landmark from 'lucide-react/icons/landmark'
import Wallet from 'lucide-react/icons/wallet'
import WalletCards from 'lucide-react/icons/wallet-cards'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { configQuery } from '#lib/api/config.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { useTwoColumns } from '#lib/browser/wide.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { useMe } from '#lib/session/me.ts'
import { HigherLimits } from '#shared/kyc/higher-limits.tsx'
import { useBalanceText } from '#shared/movement/balance.tsx'
import { useAmountProblem } from '#shared/payment/amount-problem.ts'
import { useFeeText } from '#shared/payment/fee-text.ts'
import { PayFacts } from '#shared/payment/pay-facts.tsx'
import { payMethods } from '#shared/payment/pay-methods.ts'
import { QuoteFailed } from '#shared/payment/quote-failed.tsx'
import { useQuote } from '#shared/payment/quote.ts'
import { RailPaused } from '#shared/payment/rail-paused.tsx'
import { invoiceQuery } from '../api/invoices.ts'
import '#shared/invoice/pay-draft.ts'
import { InvoiceUnread } from '../parts/invoice-unread.tsx'
import { PayHead } from '../parts/pay-head.tsx'

const icons = { wallet: <Wallet />, card: <CreditCard />, paypal: <WalletCards />, zelle: <Landmark /> } as const

/** How a received invoice is to be paid. */
export const PayScreen = () => {
  const id = useLocation({ select: ({ state }) => state.invoice }) ?? ''
  const invoice = useQuery({ ...invoiceQuery(id), enabled: id !== '' })
  if (invoice.data?.acts.includes('pay')) return <Pay invoice={invoice.data} />
  return (
    <Screen width="form">
      {invoice.data ? <NotPayable invoice={invoice.data} /> : <InvoiceUnread invoice={invoice} />}
    </Screen>
  )
}

/** One's own, one that has ended, or one that is being paid already. */
export const NotPayable = ({ invoice: { id, was, state } }: { invoice: Result<'getInvoice'> }) => {
  const t = useTranslations('invoices')
  return (
    <EmptyState
      title={t('notPayable.title')}
      text={was === 'sent' ? t('notPayable.own') : t(`notPayable.${state === 'toPay' ? 'other' : state}`)}
      action={
        <Link
          to={paths.invoicesDetail.path}
          state={{ invoice: id }}
          replace
          className={buttonClass({ variant: 'secondary' })}
        >
          {t('notPayable.action')}
        </Link>
      }
    />
  )
}

const Pay = ({ invoice }: { invoice: Result<'getInvoice'> }) => {
  const t = useTranslations('invoices')
  const tSend = useTranslations('transfers.send')
  const tCommon = useTranslations('common')
  const tAmount = useTranslations('transfers.send.amount')
  const tReasons = useTranslations('errors.reasons.invalidAmount')
  const tDeposit = useTranslations('transfers.deposit')
  const isBeside = useTwoColumns()
  const balanceText = useBalanceText()
  const { wallet } = useMe()
  const { draft, change, continueTo } = useDraft('invoicePay')
  const config = useQuery(configQuery).data
  const feeText = useFeeText(config?.fees ?? [])
  const standings = PAY_METHODS.map((key) => ({
    key,
    standing: config?.rails.find(({ rail }) => rail === payMethods[key].rail),
  }))
  const open = standings.filter(({ standing }) => standing?.on !== false).map(({ key }) => key)
  // What the balance covers is paid from it, unless the person picks another way.
  const [first] = useState<PayMethod>(() => (wallet.USD >= invoice.amount ? 'wallet' : 'card'))
  const method = draft.method ?? first
  // One that has closed is replaced by the person alone.
  const isClosed = !open.includes(method)
  const { operation, limits, isFromBalance, minimumCents } = payMethods[method]
  const { quote, error, retry } = useQuote({
    operation,
    isInvoice: true,
    amount: isClosed ? null : invoice.amount,
    sendSessionId: draft.invoiceSessionId,
    toUser: invoice.from,
  })
  const problem = useAmountProblem({
    amount: isClosed ? null : invoice.amount,
    quote,
    limits,
    isFromBalance,
    minimum: { cents: minimumCents, text: tReasons('cardMinimum') },
  })
  const facts = !isClosed && (
    <PayFacts method={method} quote={quote} payment={{ toUser: invoice.from, amount: invoice.amount }} />
  )
  const goOn = () => {
    if (isClosed || problem !== undefined) return
    const { cardItem, invoiceSessionId } = draft
    continueTo(paths.invoicesConfirmation.path, {
      invoiceId: invoice.id,
      method,
      key: newKey(),
      ...(cardItem !== undefined && { cardItem }),
      ...(invoiceSessionId !== undefined && { invoiceSessionId }),
    })
  }

  return (
    <Screen width="form" aside={isBeside && facts ? <Card title={tAmount('summary')}>{facts}</Card> : undefined}>
      <PayHead row={invoice} />
      <Segmented
        label={t('pay.how')}
        stacked
        value={isClosed ? null : method}
        onChange={(next) => change({ method: next })}
        options={open.map((key) => ({
          value: key,
          label: t(`methods.${key}`),
          description:
            key === 'wallet'
              ? `${tAmount('balance', { amount: balanceText(wallet.USD) })} · ${feeText('in-app')}`
              : `${feeText(payMethods[key].operation)} · ${tSend(`speed.${payMethods[key].like}`)}`,
          icon: icons[key],
        }))}
      />
      {standings.map(({ key, standing }) => standing?.on === false && <RailPaused key={key} standing={standing} />)}
      {problem && (
        <div className="grid justify-items-center gap-2">
          <p role="alert" id="pay-problem" className="text-center font-medium text-negative">
            {problem.text}
          </p>
          {problem.is === 'limit' && problem.limit.special?.kind !== 'proof' && <HigherLimits />}
          {problem.is === 'balance' && (
            <Link to={paths.deposit.path} className={buttonClass({ variant: 'ghost', size: 'small' })}>
              {tDeposit('title')}
            </Link>
          )}
        </div>
      )}
      {error !== null && <QuoteFailed onRetry={retry} />}
      {!isBeside && facts && <Card>{facts}</Card>}
      <ScreenAction>
        <Button
          size="large"
          full
          disabled={isClosed || problem !== undefined}
          aria-describedby={problem ? 'pay-problem' : undefined}
          onClick={goOn}
        >
          {tCommon('continue')}
        </Button>
      </ScreenAction>
    </Screen>
  )
}
