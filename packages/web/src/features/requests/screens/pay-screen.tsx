/** Paying a request: which way, what it costs, and the payment itself. */
import type { Consent, PayMethod } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button, buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useTwoColumns } from '#lib/browser/wide.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { CardChoice, useChosenCard } from '#shared/cards/card-choice.tsx'
import { HigherLimits } from '#shared/kyc/higher-limits.tsx'
import { canMoveMoney, hasContacts, missingContacts } from '#shared/kyc/kyc-step.ts'
import { useAmountProblem } from '#shared/payment/amount-problem.ts'
import { BegunForRequest } from '#shared/payment/begun-payment.tsx'
import { Checking } from '#shared/payment/checking.tsx'
import { PayFacts } from '#shared/payment/pay-facts.tsx'
import { useMoneyUnderWay } from '#shared/payment/money-under-way.ts'
import { payMethods } from '#shared/payment/pay-methods.ts'
import '#shared/payment/pay-request.ts'
import { QuoteFailed } from '#shared/payment/quote-failed.tsx'
import { useQuote } from '#shared/payment/quote.ts'
import { Refused } from '#shared/payment/refused.tsx'
import { linkQuery, payableOf, type Payable } from '../api/payable.ts'
import { requestQuery } from '../api/requests.ts'
import { usePay } from '../api/use-pay.ts'
import { PayHead } from '../parts/pay-head.tsx'
import { useWays, WaysToPay } from '../parts/ways-to-pay.tsx'

const KycDialog = lazyPart(() => import('#shared/kyc/kyc-dialog.tsx').then((part) => part.KycDialog))

const ApprovalFirst = lazyPart(() => import('#shared/approval/approval-first.tsx').then((part) => part.ApprovalFirst))
const ConsentWords = lazyPart(() => import('#shared/consent/consent-words.tsx').then((part) => part.ConsentWords))

/** The request is named by the history entry: by its id, or by the code of a link. */
export const PayScreen = () => {
  const { request, payCode } = useLocation({ select: ({ state }) => state })
  return request === undefined ? <ByLink code={payCode ?? ''} /> : <ById id={request} />
}

const ById = ({ id }: { id: string }) => <Standing query={useQuery({ ...requestQuery(id), select: payableOf })} />
const ByLink = ({ code }: { code: string }) => <Standing query={useQuery(linkQuery(code))} />

const Standing = ({ query }: { query: UseQueryResult<Payable> }) => {
  const t = useTranslations('common')
  const isUnderWay = useMoneyUnderWay()
  const { data: payable, error } = query
  // While the call is under way, its own payment may be what has changed the request.
  if (payable && (payable.closed === null || isUnderWay)) return <Pay payable={payable} />
  return (
    <Screen width="form">
      {payable?.closed ? (
        <>
          <PayHead payable={payable} />
          <Closed why={payable.closed} />
        </>
      ) : error instanceof ApiRefusal && error.code === 'notFound' ? (
        <Closed why="unknown" />
      ) : query.isError ? (
        <LoadFailed {...failureOf(query)} />
      ) : (
        <Loading label={t('loading')}>
          <div className="grid justify-items-center gap-4 py-6">
            <Skeleton shape="circle" />
            <Skeleton shape="title" />
            <Skeleton shape="amount" />
            <Skeleton shape="block" />
          </div>
        </Loading>
      )}
    </Screen>
  )
}

/** Why there is nothing to pay. */
const Closed = ({ why }: { why: NonNullable<Payable['closed']> | 'unknown' }) => {
  const t = useTranslations('requests')
  return (
    <EmptyState
      {...(why === 'unknown' && { picture: <EmptyListPicture /> })}
      title={t(`closed.${why}`)}
      text={t(`closed.${why}Text`)}
      action={
        <Link to={paths.requests.path} className={buttonClass({ variant: 'secondary' })}>
          {t('toRequests')}
        </Link>
      }
    />
  )
}

const Pay = ({ payable }: { payable: Payable }) => {
  const t = useTranslations('requests')
  const tCommon = useTranslations('common')
  const tSend = useTranslations('transfers.send')
  const tDeposit = useTranslations('transfers.deposit')
  const tReasons = useTranslations('errors.reasons.invalidAmount')
  const formats = useFormats()
  const isBeside = useTwoColumns()
  const me = useMe()
  const [steps, setSteps] = useState(false)
  const { draft, change, keepNow } = useDraft('requestPay')
  const { open, paused } = useWays()
  // What the balance covers is paid from it, unless the person picks another way.
  const [first] = useState<PayMethod>(() =>
    canMoveMoney(me) && me.wallet.USD >= payable.amount ? 'wallet' : (open.find((way) => way !== 'wallet') ?? 'card'),
  )
  const method = draft.method ?? first
  // One that has closed is replaced by the person alone: another might charge a saved card at the next tap.
  const isPaused = !open.includes(method)
  // The own balance takes a verified identity, money from outside verified contacts.
  const mayPay = method === 'wallet' ? canMoveMoney(me) : hasContacts(me)
  const needed = method === 'wallet' ? t('pay.identityFirst') : t('pay.contactsFirst', { missing: missingContacts(me) })
  const { operation, limits, isFromBalance, minimumCents } = payMethods[method]
  const asked = isPaused || !mayPay ? null : payable.amount
  const card = useChosenCard(draft.cardItem, method === 'card' && mayPay)
  const { quote, error, retry } = useQuote({
    operation,
    amount: asked,
    sendSessionId: draft.sendSessionId,
    toUser: payable.from ?? undefined,
    savedCard: method === 'card' && card !== null,
    isReady: card !== undefined,
  })
  const minimum = { cents: minimumCents, text: tReasons('cardMinimum') }
  const problem = useAmountProblem({ amount: asked, quote, limits, isFromBalance, minimum })
  const name = payable.name ?? tCommon('blockedUser')
  const {
    phase,
    refusal,
    error: refused,
    isClosed,
    confirm,
  } = usePay({
    payable,
    name,
    draft,
    keepNow,
  })
  const [consent, setConsent] = useState<Consent>()
  const locked = phase !== 'idle'
  const isReady = quote !== undefined && card !== undefined && consent !== undefined && problem === undefined

  const pay = () => {
    if (locked) return
    if (!mayPay) setSteps(true)
    else if (isReady)
      confirm({
        method,
        confirmedTotal: quote.totalCharge,
        consent,
        ...(method === 'card' && { cardItem: card?.cardId ?? null }),
      })
  }

  const payment = payable.from === null ? null : { toUser: payable.from, amount: payable.amount }
  const facts = asked !== null && <PayFacts method={method} quote={quote} payment={payment} />
  return (
    <Screen width="form" aside={isBeside && facts ? <Card title={tSend('amount.summary')}>{facts}</Card> : undefined}>
      <PayHead payable={payable} />
      {'requestId' in payable.by && !locked && <BegunForRequest id={payable.by.requestId} />}
      <fieldset disabled={locked} className="grid min-w-0 gap-4">
        <WaysToPay
          open={open}
          method={isPaused ? null : method}
          onChoose={(next) => change({ method: next, key: undefined })}
        />
        {method === 'card' && asked !== null && (
          <CardChoice
            chosen={draft.cardItem}
            onChoose={(cardItem) => change({ cardItem, key: undefined })}
            saveCard={draft.saveCard ?? false}
            onSaveCard={(saveCard) => change({ saveCard, key: undefined })}
          />
        )}
      </fieldset>
      {paused}
      {!mayPay && !isPaused && (
        <Banner tone="info" title={needed}>
          {t('pay.firstText')}
        </Banner>
      )}
      {problem && (
        <div className="grid justify-items-center gap-2">
          <p role="alert" id="pay-problem" className="text-center font-medium text-balance text-negative">
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
      {asked !== null && isFromBalance && payment && (
        <Suspense>
          <ApprovalFirst {...payment} />
        </Suspense>
      )}
      {error !== null && <QuoteFailed onRetry={retry} />}
      {!isBeside && facts && <Card>{facts}</Card>}
      {asked !== null && quote && (
        <Suspense>
          <ConsentWords
            name={name}
            method={method}
            amount={payable.amount}
            total={quote.totalCharge}
            otherLang={payable.lang}
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
          disabled={!locked && mayPay && !isReady}
          reason={
            asked !== null && problem === undefined && error === null ? tSend('detail.waitingForQuote') : undefined
          }
          aria-describedby={problem ? 'pay-problem' : undefined}
          onClick={pay}
        >
          {mayPay
            ? t(`pay.by.${method}`, { amount: formats.money(quote?.totalCharge ?? payable.amount) })
            : tCommon('continue')}
        </Button>
      </ScreenAction>
      {steps && (
        <Suspense>
          <KycDialog onClose={() => setSteps(false)} />
        </Suspense>
      )}
    </Screen>
  )
}
