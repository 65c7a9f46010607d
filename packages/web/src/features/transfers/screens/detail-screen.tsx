import { NOTE_MAX } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { Segmented } from '@puente/ui/segmented'
import { TextArea } from '@puente/ui/text-area'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { Checking } from '#shared/payment/checking.tsx'
import { QuoteFailed } from '#shared/payment/quote-failed.tsx'
import { useQuote } from '#shared/payment/quote.ts'
import { Refused } from '#shared/payment/refused.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useTwoColumns } from '#lib/browser/wide.ts'
import { ReviewFacts, ReviewHead } from '../parts/review-facts.tsx'
import { SendStepper } from '../parts/send-stepper.tsx'
import { useSend } from '../api/use-send.ts'

/** The review before the money moves. */
export const DetailScreen = () => {
  const t = useTranslations('transfers.send.detail')
  const tSend = useTranslations('transfers.send.amount')
  const tCommon = useTranslations('common')
  const tErrors = useTranslations('errors.codes')
  const formats = useFormats()
  const client = useQueryClient()
  const isBeside = useTwoColumns()
  const { draft, change, keepNow } = useDraft('send')
  const [noteError, setNoteError] = useState<string>()
  const { amount = null, recipient, note = '', purpose = 'personal' } = draft
  const { quote, error, retry } = useQuote({ operation: 'in-app', amount })
  const { phase, refusal, isClosed, confirm } = useSend({
    draft,
    keepNow,
    onRefused: (refusal) => {
      if (refusal instanceof ApiRefusal && refusal.code === 'invalidNote') setNoteError(tErrors('invalidNote'))
      // What was refused may have another price now.
      void client.invalidateQueries({ queryKey: queryKeys.fees })
    },
  })
  if (!recipient || !amount) return null
  const locked = phase !== 'idle'

  const send = () => {
    if (locked || !quote) return
    if (purpose === 'goods' && note.trim() === '') {
      return focusFirstInvalid(() => setNoteError(t('noteRequired')))
    }
    confirm(quote.totalCharge)
  }

  const head = <ReviewHead recipient={recipient} amount={amount} />
  const facts = <ReviewFacts recipient={recipient} quote={quote} />
  return (
    <Screen
      width="form"
      title={t('title')}
      aside={isBeside ? <Card title={tSend('summary')}>{facts}</Card> : undefined}
    >
      <SendStepper at="review" />
      {isBeside ? (
        head
      ) : (
        <Card>
          {head}
          {facts}
        </Card>
      )}
      <fieldset disabled={locked} className="grid min-w-0 gap-5">
        <Segmented
          label={t('purpose')}
          value={purpose}
          onChange={(value) => {
            change({ purpose: value })
            setNoteError(undefined)
          }}
          options={[
            { value: 'personal', label: t('personal') },
            { value: 'goods', label: t('goods') },
          ]}
        />
        <TextArea
          label={purpose === 'goods' ? t('note') : `${t('note')} (${tCommon('optional').toLocaleLowerCase()})`}
          hint={t('noteHint', { name: recipient.fullName, count: String(NOTE_MAX - note.length) })}
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
      <Refused title={t('notSent')} text={refusal} isOwn={isClosed} />
      {phase === 'checking' && <Checking>{t('checkingText')}</Checking>}
      <ScreenAction>
        <Button
          size="large"
          full
          pending={locked}
          pendingLabel={phase === 'checking' ? t('checkingTitle') : t('sending')}
          disabled={!locked && !quote}
          reason={error === null ? t('waitingForQuote') : undefined}
          onClick={send}
        >
          {t('send', { amount: formats.money(amount) })}
        </Button>
      </ScreenAction>
    </Screen>
  )
}
