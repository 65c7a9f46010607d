import { NOTE_MAX, REQUEST_DEFAULT_DAYS, type FoundPerson } from '@puente/contract'
import { Avatar } from '@puente/ui/avatar'
import { Button } from '@puente/ui/button'
import { Segmented } from '@puente/ui/segmented'
import { SelectField } from '@puente/ui/select-field'
import { TextArea } from '@puente/ui/text-area'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import LinkIcon from 'lucide-react/icons/link'
import UserRound from 'lucide-react/icons/user-round'
import { Suspense, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal, isOutcomeUnknown } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { productNow } from '#lib/browser/product-time.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { finishFlow } from '#lib/forms/draft.ts'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { AmountForm } from '#shared/payment/amount-form.tsx'
import { Refused } from '#shared/payment/refused.tsx'
import type { RequestDraft } from '#shared/payment/request-draft.ts'

const LaterDialog = lazyPart(() => import('#shared/schedule/later-dialog.tsx').then((part) => part.LaterDialog))
const PersonDialog = lazyPart(() => import('#shared/people/person-dialog.tsx').then((part) => part.PersonDialog))

const DAY_MS = 86_400_000
const DAYS = [1, 3, REQUEST_DEFAULT_DAYS, 30, 90] as const

type Errors = Partial<Record<'person' | 'note', string>>

/** A request for any amount: of a person, or of whoever has the link. */
export const NewScreen = () => {
  const t = useTranslations('requests.new')
  const tSchedules = useTranslations('schedules')
  const formats = useFormats()
  const textOf = useErrorText()
  const router = useRouter()
  const client = useQueryClient()
  const { draft, change, keepNow } = useDraft('requestNew')
  const { amount = null, whom = 'anyone', person, note = '', uses = 'single', days = REQUEST_DEFAULT_DAYS } = draft
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<{ text: string; isUnsure: boolean } | null>(null)
  const [isAskedWhen, setIsAskedWhen] = useState(false)
  const isOfPerson = whom === 'person'

  const create = useMutation({
    mutationFn: ({ cents, ...sent }: { cents: number; draftId: string; expiresAt?: string | undefined }) =>
      call('createRequest', {
        amount: cents,
        currency: 'USD',
        note: note.trim(),
        ...sent,
        ...(isOfPerson && person ? { toUser: person.publicTransactionId } : { uses }),
      }),
    onMutate: () => setFailure(null),
    onSuccess: ({ requestId }) => {
      finishFlow('requestNew')
      void client.invalidateQueries({ queryKey: queryKeys.requests })
      router.history.replace(paths.requestsDetail.path, { request: requestId })
    },
    onError: async (error) => {
      // Something else was asked for under the same draft: what is on the screen now is a request of its own.
      if (error instanceof ApiRefusal) keepNow({ draftId: undefined })
      setFailure({ isUnsure: isOutcomeUnknown(error), text: await textOf(error) })
    },
  })

  /** Whether nothing is missing; what is missing is pointed out. */
  const isComplete = (): boolean => {
    const missing: Errors = {
      ...(isOfPerson && !person && { person: t('personMissing') }),
      ...(note.trim() === '' && { note: t('noteMissing') }),
    }
    if (Object.keys(missing).length === 0) return true
    focusFirstInvalid(() => setErrors(missing))
    return false
  }
  const ask = (cents: number) => {
    if (create.isPending || !isComplete()) return
    const fresh = () => ({
      draftId: crypto.randomUUID(),
      // The usual time is the server's to count.
      expiresAt: days === REQUEST_DEFAULT_DAYS ? undefined : new Date(productNow() + days * DAY_MS).toISOString(),
    })
    const { draftId, expiresAt } = draft
    const sent = draftId === undefined ? fresh() : { draftId, expiresAt }
    keepNow(sent)
    create.mutate({ cents, ...sent })
  }
  /** Another request than the one that may have been sent. */
  const edit = (values: Parameters<typeof change>[0]) => change({ ...values, draftId: undefined })

  return (
    <Screen width="form" lead={t('lead')}>
      <AmountForm
        label={t('amount')}
        requiredText={t('amountMissing')}
        amount={amount}
        onAmountChange={(cents) => edit({ amount: cents })}
        problem={undefined}
        notes={null}
        action={amount ? t('ask', { amount: formats.money(amount) }) : t('title')}
        pending={create.isPending}
        pendingLabel={t('asking')}
        onSubmit={ask}
      >
        <fieldset disabled={create.isPending} className="grid min-w-0 gap-5">
          <Whom
            whom={whom}
            person={person}
            error={errors.person}
            onChange={(next) => {
              setErrors(({ note: kept }) => (kept === undefined ? {} : { note: kept }))
              edit(next)
            }}
          />
          <TextArea
            label={t('note')}
            hint={t('noteHint', { count: String(NOTE_MAX - note.length) })}
            error={errors.note}
            maxLength={NOTE_MAX}
            rows={2}
            value={note}
            onChange={(event) => {
              setErrors(({ person: kept }) => (kept === undefined ? {} : { person: kept }))
              edit({ note: event.target.value })
            }}
          />
          {!isOfPerson && (
            <Segmented
              label={t('uses')}
              value={uses}
              onChange={(next) => edit({ uses: next })}
              options={[
                { value: 'single', label: t('single') },
                { value: 'multi', label: t('multi') },
              ]}
            />
          )}
          <SelectField
            label={t('expires')}
            hint={isOfPerson ? t('expiresLater', { count: String(REQUEST_DEFAULT_DAYS) }) : undefined}
            value={String(days)}
            onChange={(event) => edit({ days: Number(event.target.value) })}
            options={DAYS.map((count) => ({ value: String(count), label: t('days', { count }) }))}
          />
        </fieldset>
        <Refused
          title={failure?.isUnsure ? t('unsure') : t('notAsked')}
          text={failure && (failure.isUnsure ? t('unsureText') : failure.text)}
        />
        {isOfPerson && person && (
          <Button
            variant="ghost"
            disabled={create.isPending || !amount}
            reason={amount ? undefined : t('amountMissing')}
            onClick={() => isComplete() && setIsAskedWhen(true)}
          >
            <CalendarClock aria-hidden="true" className="size-5" />
            {tSchedules('later.createRequest')}
          </Button>
        )}
      </AmountForm>
      {isAskedWhen && person && amount && (
        <Suspense>
          <LaterDialog
            what={{
              call: 'createRequest',
              toUser: person.publicTransactionId,
              fullName: person.fullName,
              amount,
              note,
            }}
            onClose={() => setIsAskedWhen(false)}
          />
        </Suspense>
      )}
    </Screen>
  )
}

type WhomProps = {
  whom: NonNullable<RequestDraft['whom']>
  person: FoundPerson | undefined
  error: string | undefined
  onChange: (next: Pick<RequestDraft, 'whom' | 'person'>) => void
}

/** Who may pay: whoever has the link, or one person. */
const Whom = ({ whom, person, error, onChange }: WhomProps) => {
  const t = useTranslations('requests.new')
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <Segmented
        label={t('whom')}
        value={whom}
        onChange={(next) => {
          onChange({ whom: next })
          if (next === 'person' && !person) setChoosing(true)
        }}
        options={[
          { value: 'anyone', label: t('anyone'), icon: <LinkIcon /> },
          { value: 'person', label: t('person'), icon: <UserRound /> },
        ]}
      />
      {whom === 'person' && <Chosen person={person} error={error} onChange={() => setChoosing(true)} />}
      {choosing && (
        <Suspense>
          <PersonDialog
            title={t('personTitle')}
            emptyText={t('personNone')}
            onChoose={(found) => {
              setChoosing(false)
              onChange({ whom: 'person', person: found })
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </>
  )
}

type ChosenProps = { person: FoundPerson | undefined; error: string | undefined; onChange: () => void }

const Chosen = ({ person, error, onChange }: ChosenProps) => {
  const t = useTranslations('requests.new')
  const image = useFileUrl(person?.image ?? null)
  const errorId = useId()
  return (
    <div className="grid gap-1.5">
      {person ? (
        <div className="flex items-center gap-3.5 rounded-md border border-border bg-surface-raised py-2 ps-4 pe-2">
          <Avatar name={person.fullName} src={image} />
          <p className="grid min-w-0 grow wrap-anywhere">
            <span className="font-semibold">{person.fullName}</span>
            <span className="text-sm text-text-muted">@{person.publicTransactionId}</span>
          </p>
          <Button variant="ghost" size="small" onClick={onChange}>
            {t('change')}
          </Button>
        </div>
      ) : (
        <Button
          variant="secondary"
          full
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onClick={onChange}
        >
          {t('personTitle')}
        </Button>
      )}
      {error !== undefined && (
        <p id={errorId} role="alert" className="text-sm font-medium text-negative">
          {error}
        </p>
      )}
    </div>
  )
}
