import { buttonClass } from '@puente/ui/button'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useBalanceText } from '#shared/movement/balance.tsx'
import { lastDraft } from '#lib/forms/draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { AmountForm } from '#shared/payment/amount-form.tsx'
import { useAmountProblem } from '#shared/payment/amount-problem.ts'
import { useFreeText } from '#shared/payment/fee-row.tsx'
import { decidingLimit } from '#shared/payment/limits-left.ts'
import { useLeftPayment } from '#shared/payment/left-payment.ts'
import { limitsQuery } from '#shared/payment/limits.ts'
import { OverLimit } from '#shared/payment/over-limit.tsx'
import { useMe } from '#lib/session/me.ts'
import { paths } from '#lib/layout/paths.ts'
import { useQuote, type Quote } from '#shared/payment/quote.ts'
import { Screen } from '#lib/layout/screen.tsx'
import type { SendDraft, SendMethod } from '#shared/payment/send-draft.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { RecipientCard } from '#shared/people/recipient-card.tsx'
import { pagedKind, sendMethods } from '../parts/send-methods.ts'
import { SendStepper } from '../parts/send-stepper.tsx'
import { SendSummary } from '../parts/send-summary.tsx'

/** What was entered on the review screen, kept when going back from it and forward again. */
const reviewed = (draft: SendDraft): Partial<SendDraft> => {
  const last = lastDraft('send')
  if (last?.recipient?.toUser !== draft.recipient?.toUser) return {}
  return {
    ...(last?.note !== undefined && { note: last.note }),
    ...(last?.purpose !== undefined && { purpose: last.purpose }),
    ...(last?.cardItem !== undefined && { cardItem: last.cardItem }),
  }
}

const ForThen = lazyPart(() => import('#shared/schedule/for-then.tsx').then((part) => part.ForThen))

/** How much to send, with the fee and what the limits leave below the number. */
export const AmountScreen = ({ method }: { method: SendMethod }) => {
  const t = useTranslations('transfers.send.amount')
  const tCommon = useTranslations('common')
  const tReasons = useTranslations('errors.reasons.invalidAmount')
  const { operation, limits, isFromBalance, minimumCents, start, detail } = sendMethods[method]
  const { draft, change, continueTo } = useDraft('send')
  const amount = draft.amount ?? null
  const left = useLeftPayment(draft.recipient ? pagedKind(method, draft.recipient) : null)
  const { quote } = useQuote({
    operation,
    amount,
    toUser: draft.recipient?.toUser,
    sendSessionId: left?.sendSessionId,
    isReady: left !== undefined,
  })
  const minimum = { cents: minimumCents, text: tReasons('cardMinimum') }
  const problem = useAmountProblem({ amount, quote, limits, isFromBalance, minimum })
  // What waits for a proof cannot be scheduled either: that takes one.
  const freesAt = quote?.limit?.special?.kind === 'proof' ? null : (quote?.limit?.freesAt ?? null)
  const payable = problem === undefined ? quote : undefined

  if (!draft.recipient) return null
  return (
    <Screen
      width="form"
      title={t('title')}
      aside={<SendSummary method={method} recipient={draft.recipient} amount={amount} quote={payable} />}
    >
      <SendStepper at="amount" />
      <RecipientCard recipient={draft.recipient} changeAt={start} />
      <AmountForm
        label={t('label')}
        requiredText={t('required')}
        amount={amount}
        onAmountChange={(cents) => change({ amount: cents })}
        problem={problem?.text}
        notes={<Notes method={method} quote={payable} isLimitShown={problem?.is === 'limit'} />}
        action={tCommon('continue')}
        onSubmit={() => continueTo(detail, { ...reviewed(draft), ...draft, key: newKey() })}
      >
        {problem?.is === 'balance' && <AddMoney />}
        {problem?.is === 'limit' && <OverLimit limit={problem.limit} />}
        {method === 'inApp' && problem?.is === 'limit' && freesAt !== null && amount !== null && (
          <Suspense>
            <ForThen
              what={{
                call: 'sendInApp',
                toUser: draft.recipient.toUser,
                fullName: draft.recipient.fullName,
                amount,
                note: draft.note ?? '',
                purpose: draft.purpose ?? 'personal',
              }}
              freesAt={freesAt}
            />
          </Suspense>
        )}
      </AmountForm>
    </Screen>
  )
}

/** The link shown when the balance is too small. */
const AddMoney = () => {
  const t = useTranslations('transfers.deposit')
  return (
    <Link to={paths.deposit.path} className={`justify-self-center ${buttonClass({ variant: 'ghost', size: 'small' })}`}>
      {t('title')}
    </Link>
  )
}

type NotesProps = { method: SendMethod; quote: Quote | undefined; isLimitShown: boolean }

/** The fee once it is known, and the most that can be sent, unless the error already states the limit. */
const Notes = ({ method, quote, isLimitShown }: NotesProps) => {
  const t = useTranslations('transfers.send.amount')
  const formats = useFormats()
  const free = useFreeText(quote)
  return (
    <span className="grid gap-1">
      <span aria-live="polite" className="min-h-[1lh] font-medium text-text">
        {quote && (free ?? (quote.fee === 0 ? t('noFee') : t('fee', { amount: formats.money(quote.fee) })))}
      </span>
      <Room method={method} quote={quote} isLimitShown={isLimitShown} />
    </span>
  )
}

const Room = ({ method, quote, isLimitShown }: NotesProps) => {
  const t = useTranslations('transfers.send.amount')
  const formats = useFormats()
  const balanceText = useBalanceText()
  const { wallet } = useMe()
  const { limits: purpose, isFromBalance } = sendMethods[method]
  const limits = useQuery(limitsQuery)
  const limit = quote?.limit ?? (limits.data && decidingLimit(limits.data.rows, purpose))
  // Of the list, what goes without a proof is what a known payee can be sent; this payee's is in the quote.
  const isOfAnyone = quote === undefined && limit?.special?.kind === 'proof'
  const left = limit && Math.max(0, limit.leftCents)
  const isBalance = isFromBalance && (left === undefined || left >= wallet.USD || isLimitShown)
  if (isBalance) return <span>{t('balance', { amount: balanceText(wallet.USD) })}</span>
  if (isOfAnyone && !isLimitShown) return <span className="min-h-[1lh]" />
  return left === undefined || isLimitShown ? null : <span>{t('upTo', { amount: formats.money(left) })}</span>
}
