import { type FeeOperation, type LimitRow, type QuotedLimit, WITHDRAW_MAXIMUM_CENTS } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { newKey } from '#lib/api/idempotency.ts'
import { lastDraft } from '#lib/forms/draft.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { useBalanceText } from '#shared/movement/balance.tsx'
import { AmountForm } from '#shared/payment/amount-form.tsx'
import { useFreeText } from '#shared/payment/fee-row.tsx'
import { decidingLimit } from '#shared/payment/limits-left.ts'
import { limitsQuery } from '#shared/payment/limits.ts'
import { OverLimit } from '#shared/payment/over-limit.tsx'
import { QuoteFailed } from '#shared/payment/quote-failed.tsx'
import { type Quote, useQuote } from '#shared/payment/quote.ts'
import type { WithdrawDraft, WithdrawMethod } from '#shared/payment/withdraw-draft.ts'
import { ComeBackThen } from '../parts/come-back-then.tsx'
import { DestinationCard } from '../parts/destination-card.tsx'
import { LastReturn } from '../parts/last-return.tsx'
import { WithdrawFacts } from '../parts/withdraw-facts.tsx'
import { firstDayOf, isWithdrawable, useWithdrawProblem } from '../parts/withdraw-problem.ts'
import { WithdrawStepper } from '../parts/withdraw-stepper.tsx'
import { withdrawWays } from '../parts/withdraw-ways.ts'

/** How much to withdraw; of a wallet that is emptied, what that comes to. */
export const AmountScreen = ({ method }: { method: WithdrawMethod }) => {
  const flow = useDraft('withdraw')
  return flow.draft.everything ? (
    <Everything method={method} flow={flow} />
  ) : (
    <ChosenAmount method={method} flow={flow} />
  )
}

/** What can be done about a limit. */
const Over = ({ limit }: { limit: LimitRow | QuotedLimit }) => (
  <>
    <ComeBackThen limit={limit} />
    <OverLimit limit={limit} />
  </>
)

type AmountProps = { method: WithdrawMethod; flow: ReturnType<typeof useDraft<'withdraw'>> }

/** All there is: the fee comes out of it. */
const Everything = ({ method, flow: { draft, change, continueTo } }: AmountProps) => {
  const t = useTranslations('withdrawals.amount')
  const tCommon = useTranslations('common')
  const formats = useFormats()
  const { wallet } = useMe()
  const { operation, details, hasRecipient } = withdrawWays[method]
  const { quote, error, retry } = useQuote({ operation, amount: wallet.USD, everything: true })
  const amount = quote?.amount ?? null
  const problem = useWithdrawProblem({ ...draft, amount }, quote)
  if (!hasRecipient(draft)) return null
  const isReady = quote !== undefined && problem === undefined
  return (
    <Screen width="form" lead={t('everything', { amount: formats.money(wallet.USD) })}>
      <WithdrawStepper at="amount" />
      <DestinationCard method={method} draft={draft} />
      <Card title={t('summary')}>
        <WithdrawFacts method={method} draft={{ ...draft, amount }} quote={quote} />
      </Card>
      {problem && <p className="text-negative">{problem.text}</p>}
      {error !== null && <QuoteFailed onRetry={retry} />}
      {problem?.is === 'limit' && <Over limit={problem.limit} />}
      <Button variant="ghost" onClick={() => change({ everything: undefined, amount: null })}>
        {t('chooseAmount')}
      </Button>
      <ScreenAction>
        <Button
          size="large"
          full
          disabled={!isReady}
          reason={problem?.text}
          onClick={() => isReady && continueTo(details, { ...draft, amount, key: newKey() })}
        >
          {tCommon('continue')}
        </Button>
      </ScreenAction>
    </Screen>
  )
}

/** A chosen amount, with the fee and what the limits leave below the number. */
const ChosenAmount = ({ method, flow: { draft, change, continueTo } }: AmountProps) => {
  const t = useTranslations('withdrawals.amount')
  const tCommon = useTranslations('common')
  const { operation, details, hasRecipient } = withdrawWays[method]
  const amount = draft.amount ?? null
  const { quote } = useQuote({ operation, amount: isWithdrawable(amount) ? amount : null })
  const problem = useWithdrawProblem(draft, quote)
  const payable = problem === undefined ? quote : undefined

  if (!hasRecipient(draft)) return null
  return (
    <Screen
      width="form"
      aside={
        <Card title={t('summary')}>
          <WithdrawFacts method={method} draft={draft} quote={payable} />
        </Card>
      }
    >
      <WithdrawStepper at="amount" />
      <DestinationCard method={method} draft={draft} />
      {method === 'bank' && <LastReturn recipient={draft.recipient} />}
      <AmountForm
        label={t('label')}
        requiredText={t('required')}
        amount={amount}
        onAmountChange={(cents) => change({ amount: cents })}
        problem={problem?.text}
        notes={
          <Notes draft={draft} quote={payable} isLimitShown={problem?.is === 'limit' || problem?.is === 'bound'} />
        }
        action={tCommon('continue')}
        onSubmit={() => {
          const note = lastDraft('withdraw')?.note
          continueTo(details, { ...(note !== undefined && { note }), ...draft, key: newKey() })
        }}
      >
        <Cheaper quote={quote} firstDayLimitCents={firstDayOf(draft)?.limitCents} />
        <TakeEverything
          operation={operation}
          mostCents={firstDayOf(draft)?.limitCents}
          onTake={() => change({ everything: true, amount: null })}
        />
        {problem?.is === 'limit' && <Over limit={problem.limit} />}
      </AmountForm>
    </Screen>
  )
}

type NotesProps = { draft: WithdrawDraft; quote: Quote | undefined; isLimitShown: boolean }

/** The fee once it is known, and the most that can be withdrawn, unless the error already states the limit. */
const Notes = ({ draft, quote, isLimitShown }: NotesProps) => {
  const t = useTranslations('withdrawals.amount')
  const formats = useFormats()
  const balanceText = useBalanceText()
  const free = useFreeText(quote)
  const { wallet } = useMe()
  const limits = useQuery(limitsQuery)
  const limit = limits.data && decidingLimit(limits.data.rows, 'withdraw')
  const left = limit && Math.max(0, limit.leftCents)
  const firstDay = firstDayOf(draft)
  // One limit is said: the one that binds.
  const isFirstDayLess = firstDay !== null && (left === undefined || firstDay.limitCents <= left)
  return (
    <span className="grid gap-1">
      <span aria-live="polite" className="min-h-[1lh] font-medium text-text">
        {quote && (free ?? t('fee', { amount: formats.money(quote.fee) }))}
      </span>
      <span>{t('balance', { amount: balanceText(wallet.USD) })}</span>
      {left !== undefined && left < wallet.USD && !isFirstDayLess && !isLimitShown && (
        <span>{t('upTo', { amount: formats.money(left) })}</span>
      )}
      {isFirstDayLess && !isLimitShown && (
        <span className="text-balance">
          {t('firstDayNote', { limit: formats.money(firstDay.limitCents), until: formats.dateTime(firstDay.until) })}
        </span>
      )}
    </span>
  )
}

type TakeEverythingProps = {
  operation: FeeOperation
  /** What may go to a new account. */
  mostCents: number | undefined
  onTake: () => void
}

/** Offered while one withdrawal can take the whole balance: the quote then takes the fee out of it, and the limits count the rest. */
const TakeEverything = ({ operation, mostCents = WITHDRAW_MAXIMUM_CENTS, onTake }: TakeEverythingProps) => {
  const t = useTranslations('withdrawals.amount')
  const { wallet } = useMe()
  const limits = useQuery(limitsQuery)
  const limit = limits.data && decidingLimit(limits.data.rows, 'withdraw')
  const most = Math.min(WITHDRAW_MAXIMUM_CENTS, mostCents, limit?.leftCents ?? WITHDRAW_MAXIMUM_CENTS)
  // Only of a balance above the limit the fee decides.
  const isAbove = wallet.USD > most && most > 0
  const { quote } = useQuote({ operation, amount: isAbove ? wallet.USD : null, everything: true })
  const leaving = isAbove ? quote?.amount : wallet.USD
  if (leaving === undefined || leaving <= 0 || leaving > most) return null
  return (
    <Button variant="ghost" onClick={onTake}>
      {t('takeEverything')}
    </Button>
  )
}

type CheaperProps = {
  quote: Quote | undefined
  /** What may go to a new account; the quote knows no account. */
  firstDayLimitCents: number | undefined
}

/** From a certain amount on the fee is lower: said where more money would cost less, and is allowed. */
const Cheaper = ({ quote, firstDayLimitCents = Infinity }: CheaperProps) => {
  const t = useTranslations('withdrawals.amount')
  const formats = useFormats()
  const at = quote?.hint?.cheaperAtCents
  return at === undefined || at > firstDayLimitCents || quote?.waived ? null : (
    <p className="text-center text-sm text-text-muted">{t('cheaperAt', { amount: formats.money(at) })}</p>
  )
}
