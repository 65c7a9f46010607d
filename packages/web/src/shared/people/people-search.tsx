import { SEARCH_MIN, brand, type FoundPerson, type FrequentContact } from '@puente/contract'
import { EmptyState } from '@puente/ui/empty-state'
import { IconButton } from '@puente/ui/icon-button'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { List } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { TextField } from '@puente/ui/text-field'
import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useId, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useDebounced } from '#lib/browser/debounced.ts'
import { looksLikeEmail } from '#lib/forms/email.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { useMe } from '#lib/session/me.ts'
import { frequentsQuery } from '#shared/payment/frequents.ts'
import { known, others, searchText } from './people.ts'
import { PersonRow } from './person-row.tsx'

const TYPING_PAUSE_MS = 500
const SEARCH_MAX = 254

type Props = Pick<PeopleProps, 'emptyText' | 'onChoose'>

/** The choice of a person: those one knows first, then everyone who can receive. */
export const PeopleSearch = (props: Props) => {
  const t = useTranslations('people')
  const [text, setText] = useState('')
  return (
    <>
      <search>
        <TextField
          label={t('search')}
          hint={t('hint')}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SEARCH_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
          prefix={<Search aria-hidden="true" className="size-5" />}
          suffix={
            text !== '' && <IconButton label={t('clear')} icon={<X aria-hidden="true" />} onClick={() => setText('')} />
          }
        />
      </search>
      <People text={text} {...props} />
    </>
  )
}

type PeopleProps = {
  text: string
  /** What the list of known people says while it is empty. */
  emptyText: string
  onChoose: (person: FoundPerson) => void
}

/** Asks the server for the text when typing pauses. */
const useSearch = (text: string) => {
  const settled = useDebounced(text, TYPING_PAUSE_MS)
  const asked = searchText(settled)
  const search = useQuery({
    queryKey: queryKeys.search(asked ?? ''),
    queryFn: ({ signal }) => call('search', { search: asked ?? '' }, { signal }),
    enabled: asked !== null,
  })
  const isAnswer = settled === text && asked !== null
  return {
    search,
    /** Who was found for exactly this text; undefined until that is known. */
    found: isAnswer ? search.data?.items : undefined,
    /** The search for exactly this text did not come through. */
    isFailed: isAnswer && search.isError,
  }
}

const People = ({ text, emptyText, onChoose }: PeopleProps) => {
  const t = useTranslations()
  const frequents = useQuery(frequentsQuery)
  const searched = useSearch(text)
  if (frequents.isPending) {
    return (
      <Loading label={t('common.loading')}>
        <SkeletonRows count={4} />
      </Loading>
    )
  }
  // Without the list of known people the search still works.
  const people = frequents.data?.items ?? []
  const fitting = known(people, text, searched.found ?? [])
  return (
    <>
      {fitting.length > 0 && (
        <Group title={t('people.frequents')}>
          {fitting.map((person) => (
            <PersonRow key={person.id} person={person} onChoose={() => onChoose(person)} />
          ))}
        </Group>
      )}
      {frequents.isError && text === '' && <LoadFailed {...failureOf(frequents)} />}
      {frequents.data?.items.length === 0 && text === '' && (
        <EmptyState picture={<EmptyListPicture />} title={t('people.none')} text={emptyText} />
      )}
      <Others text={text} searched={searched} people={people} someKnown={fitting.length > 0} onChoose={onChoose} />
    </>
  )
}

type OthersProps = Omit<PeopleProps, 'emptyText'> & {
  searched: ReturnType<typeof useSearch>
  people: readonly FrequentContact[]
  someKnown: boolean
}

const Others = ({ text, searched, people, someKnown, onChoose }: OthersProps) => {
  const t = useTranslations()
  if (searchText(text) === null) {
    const isShort = text.trim() !== '' && !someKnown
    return (
      <output className="text-text-muted empty:hidden">
        {isShort && t('people.tooShort', { count: String(SEARCH_MIN) })}
      </output>
    )
  }
  if (searched.isFailed) return <LoadFailed {...failureOf(searched.search)} />
  if (searched.found === undefined) {
    return (
      <Loading label={t('people.searching')}>
        <SkeletonRows count={2} />
      </Loading>
    )
  }
  const found = others(searched.found, people)
  if (found.length === 0 && someKnown) return null
  if (found.length === 0) return <NotFound text={text.trim()} />
  return (
    <Group title={t('people.others', { appName: brand.appName })}>
      {found.map((person) => (
        <PersonRow key={person.publicTransactionId} person={person} onChoose={() => onChoose(person)} />
      ))}
    </Group>
  )
}

const NotFound = ({ text }: { text: string }) => {
  const t = useTranslations()
  const { email } = useMe()
  if (text.toLowerCase() === email.toLowerCase()) {
    return (
      <output>
        <EmptyState title={t('people.ownEmail.title')} text={t('people.ownEmail.text')} />
      </output>
    )
  }
  return (
    <output>
      <EmptyState
        title={t('common.noResults')}
        text={t(`people.${looksLikeEmail(text) ? 'notFoundEmail' : 'notFound'}`)}
      />
    </output>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-sm font-semibold text-text-muted">
        {title}
      </h2>
      <List labelledBy={id}>{children}</List>
    </section>
  )
}
