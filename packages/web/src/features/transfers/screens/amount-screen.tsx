import { Button, buttonClass } from '@puente/ui/button'
import { errorIdOf } from '@puente/ui/field'
import { AmountField } from '#lib/forms/amount-field.tsx'
import { useNotices } from '@puente/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useBalanceText } from '#shared/movement/balance.tsx'
import { lastDraft } from '#lib/forms/draft.ts'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { HigherLimits } from '#shared/kyc/higher-limits.tsx'
import { newKey } from '#lib/api/idempotency.ts'
import { useLimitText } from '#shared/payment/limit-text.ts'
import { decidingLimit } from '#shared/payment/limits-left.ts'
import { limitsQuery } from '#shared/payment/limits.ts'
import { useMe } from '#lib/session/me.ts'
import { paths } from '#lib/layout/paths.ts'
import { useQuote, type Quote } from '#shared/payment/quote.ts'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import type { SendDraft } from '#shared/payment/send-draft.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { RecipientCard } from '../parts/recipient-card.tsx'
import { SendStepper } from '../parts/send-stepper.tsx'
import { SendSummary } from '../parts/send-summary.tsx'

/** Note and purpose of the review screen, for who went back from it and comes again. */
const reviewed = (draft: SendDraft): Pick<SendDraft, 'note' | 'purpose'> => {
  const last = lastDraft('send')
  if (last?.recipient?.toUser !== draft.recipient?.toUser) return {}
  return {
    ...(last?.note !== undefined && { note: last.note }),
    ...(last?.purpose !== undefined && { purpose: last.purpose }),
  }
}

/** How much, with what it costs and what the limits leave under the number. */
export const AmountScreen = () => {
  const t = useTranslations('transfers.send.amount')
  const tCommon = useTranslations('common')
  const { show } = useNotices()
  const { draft, change, continueTo } = useDraft('send')
  const amount = draft.amount ?? null
  const { quote } = useQuote({ operation: 'in-app', amount })
  const field = useId()
  const [asked, setAsked] = useState(false)
  const problem = useProblem(amount, quote)
  const [isUnread, setUnread] = useState(false)
  const isStopped = isUnread || problem !== undefined
  const missing = asked && !amount ? t('required') : undefined

  if (!draft.recipient) return null
  const next = () => {
    focusFirstInvalid(() => setAsked(true))
    if (isUnread) return undefined
    if (!amount) return show('negative', tCommon('requiredFields'))
    if (problem !== undefined) return undefined
    return continueTo(paths.sendInAppDetail.path, { ...reviewed(draft), ...draft, key: newKey() })
  }

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
      <form
        className="grid gap-6"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          next()
        }}
      >
        <div className="py-4 short:py-0">
          <AmountField
            label={t('label')}
            hideLabel
            value={amount}
            onChange={(cents, why) => {
              change({ amount: cents })
              setUnread(why !== undefined)
            }}
            id={field}
            error={problem?.text ?? missing}
            // The amount is all the screen asks for.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          >
            <Room quote={problem === undefined ? quote : undefined} isLimitSaid={problem?.is === 'limit'} />
          </AmountField>
        </div>
        {problem?.is === 'balance' && <AddMoney />}
        {problem?.is === 'limit' && <HigherLimits />}
        <ScreenAction>
          <Button
            type="submit"
            size="large"
            full
            disabled={isStopped}
            aria-describedby={isStopped ? errorIdOf(field) : undefined}
          >
            {tCommon('continue')}
          </Button>
        </ScreenAction>
      </form>
    </Screen>
  )
}

/** What stands against an amount, in words, before it is submitted. */
const useProblem = (
  amount: number | null,
  quote: Quote | undefined,
): { is: 'balance' | 'limit'; text: string } | undefined => {
  const t = useTranslations('errors.codes')
  const limitText = useLimitText()
  const { wallet } = useMe()
  if (amount !== null && amount > wallet.USD) return { is: 'balance', text: t('senderUnsufficientFunds') }
  return quote?.LimitExceeded && quote.limit ? { is: 'limit', text: limitText(quote.limit) } : undefined
}

/** The way on for a balance that is too small. */
const AddMoney = () => {
  const t = useTranslations('transfers.deposit')
  return (
    <Link to={paths.deposit.path} className={`justify-self-center ${buttonClass({ variant: 'ghost', size: 'small' })}`}>
      {t('title')}
    </Link>
  )
}

type RoomProps = { quote: Quote | undefined; isLimitSaid: boolean }

/** Under the number: the fee once it is known, and how far one can go, unless the limit has just been said. */
const Room = ({ quote, isLimitSaid }: RoomProps) => {
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
        {room === undefined || room === wallet.USD || isLimitSaid
          ? t('balance', { amount: balanceText(wallet.USD) })
          : t('upTo', { amount: formats.money(room) })}
      </span>
    </span>
  )
}
