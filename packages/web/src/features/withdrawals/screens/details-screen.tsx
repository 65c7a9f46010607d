import { NOTE_MAX } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { Money } from '@puente/ui/money'
import { TextArea } from '@puente/ui/text-area'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { Checking } from '#shared/payment/checking.tsx'
import { QuoteFailed } from '#shared/payment/quote-failed.tsx'
import { useQuote } from '#shared/payment/quote.ts'
import { refusedLimit } from '#shared/payment/refused-limit.ts'
import { Refused } from '#shared/payment/refused.tsx'
import type { WithdrawMethod } from '#shared/payment/withdraw-draft.ts'
import { useWithdraw } from '../api/use-withdraw.ts'
import { ComeBackThen } from '../parts/come-back-then.tsx'
import { WithdrawFacts } from '../parts/withdraw-facts.tsx'
import { useWithdrawProblem } from '../parts/withdraw-problem.ts'
import { WithdrawStepper } from '../parts/withdraw-stepper.tsx'
import { withdrawWays } from '../parts/withdraw-ways.ts'

/** The review before the money moves. */
export const DetailsScreen = ({ method }: { method: WithdrawMethod }) => {
  const t = useTranslations('withdrawals.details')
  const tCommon = useTranslations('common')
  const tErrors = useTranslations('errors.codes')
  const formats = useFormats()
  const client = useQueryClient()
  const { draft, change, keepNow } = useDraft('withdraw')
  const [noteError, setNoteError] = useState<string>()
  const { everything, note = '' } = draft
  const { wallet } = useMe()
  const { operation, hasRecipient } = withdrawWays[method]
  const asked = everything ? wallet.USD : (draft.amount ?? null)
  const { quote, error, retry } = useQuote({ operation, amount: asked, everything })
  const amount = quote?.amount ?? draft.amount
  const { phase, refusal, confirm } = useWithdraw({
    method,
    draft,
    keepNow,
    onRefused: (refused) => {
      if (refused instanceof ApiRefusal && refused.code === 'invalidNote') setNoteError(tErrors('invalidNote'))
      // What was refused may have another price now, or stand on an account or a way that is gone.
      for (const queryKey of [queryKeys.fees, queryKeys.recipients, queryKeys.limits, queryKeys.config])
        void client.invalidateQueries({ queryKey })
    },
  })
  const problem = useWithdrawProblem(draft, quote)
  if (!hasRecipient(draft) || !amount) return null
  const locked = phase !== 'idle'
  const isReady = quote !== undefined && problem === undefined

  return (
    <Screen width="form">
      <WithdrawStepper at="review" />
      <Card>
        <p className="grid justify-items-center">
          <Money cents={amount} locale={formats.locale} size="xl" />
        </p>
        <WithdrawFacts method={method} draft={draft} quote={quote} amountLeads />
      </Card>
      <fieldset disabled={locked} className="grid min-w-0 gap-5">
        <TextArea
          label={`${t('note')} (${tCommon('optional').toLocaleLowerCase()})`}
          hint={t('noteHint', { count: String(NOTE_MAX - note.length) })}
          error={noteError}
          maxLength={NOTE_MAX}
          rows={2}
          value={note}
          onChange={(event) => {
            change({ note: event.target.value })
            setNoteError(undefined)
          }}
        />
      </fieldset>
      {error !== null && <QuoteFailed onRetry={retry} />}
      <Refused
        title={t('notWithdrawn')}
        text={refusal?.text ?? null}
        error={refusal?.error}
        isOwn={refusal?.isClosed ?? false}
      />
      <ComeBackThen limit={refusedLimit(refusal?.error)} />
      {phase === 'checking' && <Checking>{t('checkingText')}</Checking>}
      <ScreenAction>
        <Button
          size="large"
          full
          pending={locked}
          pendingLabel={phase === 'checking' ? t('checkingTitle') : t('withdrawing')}
          disabled={!locked && !isReady}
          reason={problem?.text ?? (error === null ? t('waitingForQuote') : undefined)}
          onClick={() => isReady && confirm(quote)}
        >
          {t('withdraw', { amount: formats.money(quote?.totalCharge ?? amount) })}
        </Button>
      </ScreenAction>
    </Screen>
  )
}
