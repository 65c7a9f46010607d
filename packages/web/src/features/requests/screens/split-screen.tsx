import { NOTE_MAX, SPLIT_SHARES_MAX } from '@puente/contract'
import { Avatar } from '@puente/ui/avatar'
import { Button } from '@puente/ui/button'
import { Checkbox } from '@puente/ui/checkbox'
import { IconButton } from '@puente/ui/icon-button'
import { TextField } from '@puente/ui/text-field'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { Suspense, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { AmountField } from '#lib/forms/amount-field.tsx'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { AmountForm } from '#shared/payment/amount-form.tsx'
import { splitOf, type SplitDraft } from '../api/split-draft.ts'

const PersonDialog = lazyPart(() => import('#shared/people/person-dialog.tsx').then((part) => part.PersonDialog))

/** A bill, who pays how much of it, and what is left to share out. */
export const SplitScreen = () => {
  const t = useTranslations('requests.split')
  const tNew = useTranslations('requests.new')
  const me = useMe()
  const { draft, change, continueTo } = useDraft('split')
  const { total = null, note = '', people = [], own = null, isOwnLeftOut = false } = draft
  const [isSubmitted, setSubmitted] = useState(false)
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set())
  const edit = (values: Partial<SplitDraft>) => change({ ...values, draftId: undefined })
  const { shares, ownPart, left } = splitOf(draft)
  const problem = total === null || unreadable.size > 0 ? null : problemOf(shares, left)

  const review = () => {
    if (note.trim() === '' || people.length === 0) return focusFirstInvalid(() => setSubmitted(true))
    if (problem === null && unreadable.size === 0) continueTo(paths.requestSplitReview.path, draft)
  }
  /** A share that is no amount yet holds the review up. */
  const readable = (key: string, isReadable: boolean) =>
    setUnreadable((before) => {
      const next = new Set(before)
      if (isReadable) next.delete(key)
      else next.add(key)
      return next
    })

  return (
    <Screen width="form" lead={t('lead')}>
      <AmountForm
        label={t('total')}
        requiredText={t('totalMissing')}
        amount={total}
        onAmountChange={(cents) => edit({ total: cents })}
        problem={undefined}
        notes={null}
        action={t('review')}
        disabled={total !== null && people.length > 0 && (problem !== null || unreadable.size > 0)}
        onSubmit={review}
      >
        <TextField
          label={tNew('note')}
          error={isSubmitted && note.trim() === '' ? tNew('noteMissing') : undefined}
          maxLength={NOTE_MAX}
          value={note}
          onChange={(event) => edit({ note: event.target.value })}
        />
        <section aria-label={t('parts')} className="grid gap-3">
          <ul className="divide-y divide-border rounded-md border border-border bg-surface-raised">
            {!isOwnLeftOut && (
              <PartRow
                name={t('you')}
                image={me.imgUrl}
                cents={ownPart}
                isOwnAmount={own !== null}
                onCents={(cents) => edit({ own: cents })}
                onReadable={(isReadable) => readable('own', isReadable)}
              />
            )}
            {shares.map(({ person, cents }, place) => (
              <PartRow
                key={person.publicTransactionId}
                name={person.fullName}
                image={person.image}
                cents={cents}
                isOwnAmount={people[place]?.cents !== null}
                onCents={(next) =>
                  edit({ people: people.map((share, n) => (n === place ? { ...share, cents: next } : share)) })
                }
                onReadable={(isReadable) => readable(person.publicTransactionId, isReadable)}
                onRemove={() => {
                  readable(person.publicTransactionId, true)
                  edit({ people: people.filter((_, n) => n !== place) })
                }}
              />
            ))}
          </ul>
          <AddPerson
            draft={draft}
            isMissing={isSubmitted && people.length === 0}
            onAdd={(person) => edit({ people: [...people, { person, cents: null }] })}
          />
          <Checkbox
            label={t('ownToo')}
            checked={!isOwnLeftOut}
            onChange={(event) => {
              readable('own', true)
              edit({ isOwnLeftOut: !event.target.checked, own: null })
            }}
          />
        </section>
        <Left
          total={unreadable.size === 0 ? total : null}
          problem={problem}
          left={left}
          isEven={isEven(draft)}
          onEven={() => edit(evened(draft))}
        />
      </AmountForm>
    </Screen>
  )
}

type Problem = 'left' | 'over' | 'nothing'

const problemOf = (shares: readonly { cents: number }[], left: number): Problem | null => {
  if (left > 0) return 'left'
  if (left < 0) return 'over'
  return shares.some(({ cents }) => cents === 0) ? 'nothing' : null
}

const isEven = ({ people = [], own = null }: SplitDraft): boolean =>
  own === null && people.every(({ cents }) => cents === null)
const evened = ({ people = [] }: SplitDraft): Partial<SplitDraft> => ({
  own: null,
  people: people.map((share) => ({ ...share, cents: null })),
})

type PartRowProps = {
  name: string
  image: string | null
  cents: number
  /** It was entered, and is not an equal part of the rest. */
  isOwnAmount: boolean
  onCents: (cents: number | null) => void
  onReadable: (isReadable: boolean) => void
  onRemove?: () => void
}

const PartRow = ({ name, image, cents, isOwnAmount, onCents, onReadable, onRemove }: PartRowProps) => {
  const t = useTranslations('requests.split')
  const src = useFileUrl(image)
  // An emptied field goes back to an equal part once it is left; what cannot be read stays, with its reason.
  const [holds, setHolds] = useState<'amount' | 'nothing' | 'unreadable'>('amount')
  return (
    <li className="flex items-center gap-3 py-2 ps-4 pe-2">
      <Avatar name={name} src={src} size="sm" />
      <span className="min-w-0 grow wrap-anywhere">
        <span className="font-medium">{name}</span>
        {!isOwnAmount && holds !== 'unreadable' && <span className="block text-sm text-text-muted">{t('equal')}</span>}
      </span>
      <div className="max-w-36 sm:max-w-60">
        <AmountField
          compact
          hideLabel
          label={t('part', { name })}
          value={holds === 'amount' ? cents : null}
          onBlur={() => holds === 'nothing' && setHolds('amount')}
          onChange={(next, unreadable) => {
            onReadable(unreadable === undefined)
            setHolds(unreadable !== undefined ? 'unreadable' : next === null ? 'nothing' : 'amount')
            onCents(next)
          }}
        />
      </div>
      {onRemove ? (
        <IconButton label={t('remove', { name })} icon={<X aria-hidden="true" />} onClick={onRemove} />
      ) : (
        <span className="size-11 shrink-0" />
      )}
    </li>
  )
}

type AddProps = {
  draft: SplitDraft
  isMissing: boolean
  onAdd: (person: NonNullable<SplitDraft['people']>[number]['person']) => void
}

const AddPerson = ({ draft: { people = [] }, isMissing, onAdd }: AddProps) => {
  const t = useTranslations('requests.split')
  const me = useMe()
  const errorId = useId()
  const [choosing, setChoosing] = useState(false)
  const [twice, setTwice] = useState<string | null>(null)
  const error = twice ?? (isMissing ? t('peopleMissing') : null)
  return (
    <div className="grid gap-1.5">
      <Button
        variant="secondary"
        full
        disabled={people.length >= SPLIT_SHARES_MAX}
        reason={people.length >= SPLIT_SHARES_MAX ? t('most', { count: String(SPLIT_SHARES_MAX) }) : undefined}
        icon={<Plus aria-hidden="true" className="size-5" />}
        aria-invalid={isMissing}
        aria-describedby={error === null ? undefined : errorId}
        onClick={() => setChoosing(true)}
      >
        {t('add')}
      </Button>
      {error !== null && (
        <p id={errorId} role="alert" className="text-sm font-medium text-negative">
          {error}
        </p>
      )}
      {choosing && (
        <Suspense>
          <PersonDialog
            title={t('addTitle')}
            emptyText={t('addNone')}
            onClose={() => setChoosing(false)}
            onChoose={(person) => {
              setChoosing(false)
              const { publicTransactionId: handle, fullName: name } = person
              if (handle === me.publicTransactionId) return setTwice(t('yourself'))
              if (people.some((one) => one.person.publicTransactionId === handle)) return setTwice(t('twice', { name }))
              setTwice(null)
              return onAdd(person)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

type LeftProps = { total: number | null; problem: Problem | null; left: number; isEven: boolean; onEven: () => void }

/** What is still to be shared out, told as it changes; nothing while there is no total, or a part that cannot be read. */
const Left = ({ total, problem, left, isEven: even, onEven }: LeftProps) => {
  const t = useTranslations('requests.split')
  const { money } = useFormats()
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-2">
      <output className={problem === null ? 'text-text-muted' : 'font-medium text-negative'}>
        {total !== null && (problem === null ? t('exact') : t(`problem.${problem}`, { amount: money(Math.abs(left)) }))}
      </output>
      {!even && (
        <Button variant="ghost" size="small" onClick={onEven}>
          {t('even')}
        </Button>
      )}
    </div>
  )
}
