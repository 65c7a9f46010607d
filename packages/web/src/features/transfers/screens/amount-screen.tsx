import { buttonClass } from '@puente/ui/button'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useBalanceText } from '#shared/movement/balance.tsx'
import { lastDraft } from '#lib/forms/draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { HigherLimits } from '#shared/kyc/higher-limits.tsx'
import { newKey } from '#lib/api/idempotency.ts'
import { AmountForm } from '#shared/payment/amount-form.tsx'
import { useLimitText } from '#shared/payment/limit-text.ts'
import { decidingLimit } from '#shared/payment/limits-left.ts'
import { limitsQuery } from '#shared/payment/limits.ts'
import { useMe } from '#lib/session/me.ts'
import { paths } from '#lib/layout/paths.ts'
import { useQuote, type Quote } from '#shared/payment/quote.ts'
import { Screen } from '#lib/layout/screen.tsx'
import type { SendDraft } from '#shared/payment/send-draft.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { RecipientCard } from '../parts/recipient-card.tsx'
import { SendStepper } from '../parts/send-stepper.tsx'
import { SendSummary } from '../parts/send-summary.tsx'

/** Note and purpose entered on the review screen, kept when going back from it and forward again. */
const reviewed = (draft: SendDraft): Pick<SendDraft, 'note' | 'purpose'> => {
  const last = lastDraft('send')
  if (last?.recipient?.toUser !== draft.recipient?.toUser) return {}
  return {
    ...(last?.note !== undefined && { note: last.note }),
    ...(last?.purpose !== undefined && { purpose: last.purpose }),
  }
}

/** How much to send, with the fee and what the limits leave below the number. */
export const AmountScreen = () => {
  const t = useTranslations('transfers.send.amount')
  const tCommon = useTranslations('common')
  const { draft, change, continueTo } = useDraft('send')
  const amount = draft.amount ?? null
  const { quote } = useQuote({ operation: 'in-app', amount })
  const problem = useProblem(amount, quote)

  if (!draft.recipient) return null
  return (
    <Screen
      width="form"
      title={t('title')}
      aside={
        <SendSummary recipient={draft.recipient} amount={amount} quote={problem === undefined ? quote : undefined} />
      }
    >
      <SendStepper at="amount" />
      <RecipientCard recipient={draft.recipient} />
      <AmountForm
        label={t('label')}
        requiredText={t('required')}
        amount={amount}
        onAmountChange={(cents) => change({ amount: cents })}
        problem={problem?.text}
        notes={<Notes quote={problem === undefined ? quote : undefined} isLimitShown={problem?.is === 'limit'} />}
        action={tCommon('continue')}
        onSubmit={() => continueTo(paths.sendInAppDetail.path, { ...reviewed(draft), ...draft, key: newKey() })}
      >
        {problem?.is === 'balance' && <AddMoney />}
        {problem?.is === 'limit' && <HigherLimits />}
      </AmountForm>
    </Screen>
  )
}

/** Why an amount cannot be sent, known before it is submitted. More money would not help against a limit: it comes first. */
const useProblem = (
  amount: number | null,
  quote: Quote | undefined,
): { is: 'balance' | 'limit'; text: string } | undefined => {
  const t = useTranslations('errors.codes')
  const limitText = useLimitText()
  const { wallet } = useMe()
  const limits = useQuery(limitsQuery)
  if (amount === null) return undefined
  const tightest = limits.data && decidingLimit(limits.data.rows, 'send')
  // Until the quote knows, the limits that were read decide, so that the reason does not change while it is read.
  const limit = quote
    ? quote.LimitExceeded && quote.limit
    : tightest && amount > Math.max(0, tightest.leftCents) && tightest
  if (limit) return { is: 'limit', text: limitText(limit) }
  return amount > wallet.USD ? { is: 'balance', text: t('senderUnsufficientFunds') } : undefined
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

type NotesProps = { quote: Quote | undefined; isLimitShown: boolean }

/** The fee once it is known, and the most that can be sent, unless the error already states the limit. */
const Notes = ({ quote, isLimitShown }: NotesProps) => {
  const t = useTranslations('transfers.send.amount')
  const formats = useFormats()
  const { wallet } = useMe()
  const balanceText = useBalanceText()
  const limits = useQuery(limitsQuery)
  const limit = limits.data && decidingLimit(limits.data.rows, 'send')
  const room = limit && Math.min(wallet.USD, Math.max(0, limit.leftCents))
  return (
    <span className="grid gap-1">
      <span aria-live="polite" className="min-h-[1lh] font-medium text-text">
        {quote && (quote.fee === 0 ? t('noFee') : t('fee', { amount: formats.money(quote.fee) }))}
      </span>
      <span>
        {room === undefined || room === wallet.USD || isLimitShown
          ? t('balance', { amount: balanceText(wallet.USD) })
          : t('upTo', { amount: formats.money(room) })}
      </span>
    </span>
  )
}
