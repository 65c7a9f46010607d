import { FAQ_TOPICS, type Result } from '@puente/contract'
import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { TextField } from '@puente/ui/text-field'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useDebounced } from '#lib/browser/debounced.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'

const PAUSE_MS = 250
const SEARCH_MAX = 100

type Faq = Result<'faqs'>['items'][number]

/** Questions and answers, with a search over both. */
export const FaqsScreen = () => {
  const t = useTranslations()
  const language = useLocale()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), PAUSE_MS)
  const faqs = useQuery({
    queryKey: queryKeys.faqs(language, search),
    queryFn: ({ signal }) => call('faqs', { lang: language, ...(search !== '' && { search }) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  const items = faqs.data?.items
  return (
    <Screen>
      <search>
        <TextField
          label={t('content.faqs.search')}
          type="search"
          autoComplete="off"
          maxLength={SEARCH_MAX}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </search>
      <output className="block">
        {items?.length === 0 ? (
          <EmptyState
            picture={<EmptyListPicture />}
            title={t('content.faqs.none')}
            text={t('content.faqs.noneText')}
            action={
              <Link to={paths.settingsTicket.path} state={{}} className={buttonClass({ variant: 'secondary' })}>
                {t('support.write')}
              </Link>
            }
          />
        ) : (
          search !== '' && items && <span className="sr-only">{t('content.faqs.found', { count: items.length })}</span>
        )}
      </output>
      {items === undefined ? (
        faqs.isError ? (
          <LoadFailed {...failureOf(faqs)} />
        ) : (
          <Loading label={t('common.loading')}>
            <SkeletonRows count={5} />
          </Loading>
        )
      ) : (
        FAQ_TOPICS.map((topic) => {
          const ofTopic = items.filter((one) => one.topic === topic)
          return (
            ofTopic.length > 0 && (
              <Card key={topic} title={t(`content.faqs.topics.${topic}`)}>
                <div className="grid divide-y divide-border">
                  {ofTopic.map((faq) => (
                    <Question key={faq.id} faq={faq} />
                  ))}
                </div>
              </Card>
            )
          )
        })
      )}
    </Screen>
  )
}

const Question = ({ faq: { question, answer } }: { faq: Faq }) => (
  <details className="group">
    <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-3 rounded-md py-2 font-medium [&::-webkit-details-marker]:hidden">
      {question}
      <ChevronDown
        aria-hidden="true"
        className="size-5 shrink-0 text-text-muted transition-transform duration-150 group-open:rotate-180"
      />
    </summary>
    <p className="pb-3 wrap-anywhere text-text-muted">{answer}</p>
  </details>
)
