import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { useQueryClient } from '@tanstack/react-query'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { refusedLimit } from '#shared/payment/refused-limit.ts'
import { CardChoice, useChosenCard } from '#shared/cards/card-choice.tsx'
import { Checking } from '#shared/payment/checking.tsx'
import { useLeftPayment } from '#shared/payment/left-payment.ts'
import { LeftPayments } from '#shared/payment/left-payments.tsx'
import { sendKind } from '#shared/payment/provider-page.ts'
import { QuoteFailed } from '#shared/payment/quote-failed.tsx'
import { useUnprovable } from '#shared/payment/limit-text.ts'
import { useQuote } from '#shared/payment/quote.ts'
import { Refused } from '#shared/payment/refused.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import type { SendMethod } from '#shared/payment/send-draft.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useTwoColumns } from '#lib/browser/wide.ts'
import { NoteFields } from '../parts/note-fields.tsx'
import { ReviewFacts, ReviewHead } from '../parts/review-facts.tsx'
import { pagedKind, sendMethods } from '../parts/send-methods.ts'
import { SendStepper } from '../parts/send-stepper.tsx'
import { useSend } from '../api/use-send.ts'

const ApprovalFirst = lazyPart(() => import('#shared/approval/approval-first.tsx').then((part) => part.ApprovalFirst))
const ForThen = lazyPart(() => import('#shared/schedule/for-then.tsx').then((part) => part.ForThen))
const LaterDialog = lazyPart(() => import('#shared/schedule/later-dialog.tsx').then((part) => part.LaterDialog))

/** The review before the money moves. */
export const DetailScreen = ({ method }: { method: SendMethod }) => {
  const t = useTranslations('transfers.send.detail')
  const tSend = useTranslations('transfers.send')
  const tSchedules = useTranslations('schedules')
  const tErrors = useTranslations('errors.codes')
  const formats = useFormats()
  const client = useQueryClient()
  const isBeside = useTwoColumns()
  const { draft, change, keepNow } = useDraft('send')
  const [isAskedWhen, setIsAskedWhen] = useState(false)
  const [noteError, setNoteError] = useState<string>()
  const { amount = null, recipient, note = '', purpose = 'personal', cardItem, saveCard = false } = draft
  const left = useLeftPayment(recipient ? pagedKind(method, recipient) : null)
  const sendSessionId = left?.sendSessionId ?? draft.sendSessionId
  const { operation } = sendMethods[method]
  const {
    phase,
    refusal,
    error: refused,
    isClosed,
    confirm,
  } = useSend({
    method,
    draft,
    keepNow,
    onRefused: (refusal) => {
      if (refusal instanceof ApiRefusal && refusal.code === 'invalidNote') setNoteError(tErrors('invalidNote'))
      // What was refused may have another price now, or stand on a card or a way that is gone; and it may have closed the attempt before it.
      const { fees, cards, config, paymentSessions } = queryKeys
      for (const queryKey of [fees, cards, config, paymentSessions]) void client.invalidateQueries({ queryKey })
    },
  })
  const isCard = method === 'card'
  const card = useChosenCard(cardItem, isCard)
  const { quote, error, retry } = useQuote({
    operation,
    amount,
    sendSessionId,
    toUser: recipient?.toUser,
    savedCard: isCard && card !== null,
    isReady: left !== undefined && card !== undefined,
  })
  const locked = phase !== 'idle'
  const unprovable = useUnprovable(quote)
  const isReady = quote !== undefined && card !== undefined && unprovable === undefined
  if (!recipient || !amount) return null

  const send = () => {
    if (locked || !isReady) return
    if (purpose === 'goods' && note.trim() === '') {
      return focusFirstInvalid(() => setNoteError(t('noteRequired')))
    }
    confirm({
      confirmedTotal: quote.totalCharge,
      sendSessionId,
      ...(isCard && { cardItem: card?.cardId ?? null }),
    })
  }

  const { toUser, fullName } = recipient
  const what = { call: 'sendInApp', toUser, fullName, amount, note, purpose } as const
  const freesAt = refusedLimit(refused)?.freesAt ?? null
  const askWhen = () => {
    if (purpose === 'goods' && note.trim() === '') return focusFirstInvalid(() => setNoteError(t('noteRequired')))
    setIsAskedWhen(true)
  }

  const head = <ReviewHead recipient={recipient} amount={amount} />
  const facts = <ReviewFacts method={method} recipient={recipient} amount={amount} quote={quote} />
  return (
    <Screen
      width="form"
      title={t('title')}
      aside={isBeside ? <Card title={tSend('amount.summary')}>{facts}</Card> : undefined}
    >
      <SendStepper at="review" />
      {!locked && <LeftPayments kind={sendKind(method, recipient.toUser)} left={left} />}
      {isBeside ? (
        head
      ) : (
        <Card>
          {head}
          {facts}
        </Card>
      )}
      {method === 'inApp' && (
        <Suspense>
          <ApprovalFirst toUser={recipient.toUser} amount={amount} />
        </Suspense>
      )}
      <fieldset disabled={locked} className="grid min-w-0 gap-5">
        {isCard && (
          <CardChoice
            chosen={cardItem}
            onChoose={(cardId) => change({ cardItem: cardId })}
            saveCard={saveCard}
            onSaveCard={(save) => change({ saveCard: save })}
          />
        )}
        <NoteFields
          draft={draft}
          name={recipient.fullName}
          error={noteError}
          onChange={(changed) => {
            change(changed)
            setNoteError(undefined)
          }}
        />
      </fieldset>
      {error !== null && <QuoteFailed onRetry={retry} />}
      <Refused title={t('notSent')} text={refusal} error={refused} isOwn={isClosed} />
      {method === 'inApp' && freesAt !== null && (
        <Suspense>
          <ForThen what={what} freesAt={freesAt} />
        </Suspense>
      )}
      {method === 'inApp' && (
        <Button variant="ghost" disabled={locked} onClick={askWhen}>
          <CalendarClock aria-hidden="true" className="size-5" />
          {tSchedules('later.sendInApp')}
        </Button>
      )}
      {phase === 'checking' && <Checking>{t('checkingText')}</Checking>}
      <ScreenAction>
        <Button
          size="large"
          full
          pending={locked}
          pendingLabel={phase === 'checking' ? t('checkingTitle') : t('sending')}
          disabled={!locked && !isReady}
          reason={unprovable ?? (error === null ? t('waitingForQuote') : undefined)}
          onClick={send}
        >
          {tSend(`pay.${method}`, {
            amount: formats.money((method === 'inApp' ? amount : quote?.totalCharge) ?? amount),
          })}
        </Button>
      </ScreenAction>
      {isAskedWhen && (
        <Suspense>
          <LaterDialog what={what} onClose={() => setIsAskedWhen(false)} />
        </Suspense>
      )}
    </Screen>
  )
}
