import { Avatar } from '@puente/ui/avatar'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { List, ListRow } from '@puente/ui/list-row'
import { Money } from '@puente/ui/money'
import { useNotices } from '@puente/ui/notice'
import type { FoundPerson } from '@puente/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal, isOutcomeUnknown } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { finishFlow } from '#lib/forms/draft.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { Refused } from '#shared/payment/refused.tsx'
import { isWhole, splitOf } from '../api/split-draft.ts'

/** Who is asked for how much, before anybody is. */
export const SplitReviewScreen = () => {
  const t = useTranslations('requests.split')
  const formats = useFormats()
  const router = useRouter()
  const client = useQueryClient()
  const textOf = useErrorText()
  const { show } = useNotices()
  const { draft, keepNow } = useDraft('split')
  const [failure, setFailure] = useState<{ text: string; isUnsure: boolean } | null>(null)
  const { total, ownPart, shares, asked } = splitOf(draft)
  const note = draft.note?.trim() ?? ''

  const send = useMutation({
    mutationFn: (draftId: string) =>
      call('splitRequest', {
        total,
        currency: 'USD',
        note,
        ownPart,
        draftId,
        shares: shares.map(({ person, cents }) => ({ toUser: person.publicTransactionId, amount: cents })),
      }),
    onMutate: () => setFailure(null),
    onSuccess: ({ splitId, requestIds }) => {
      finishFlow('split')
      void client.invalidateQueries({ queryKey: queryKeys.requests })
      show('positive', t('sent', { count: requestIds.length }))
      router.history.replace(paths.requestSplitDetail.path, { split: splitId })
    },
    onError: async (error) => {
      if (error instanceof ApiRefusal) keepNow({ draftId: undefined })
      setFailure({ isUnsure: isOutcomeUnknown(error), text: await textOf(error) })
    },
  })
  if (!isWhole(draft)) return null
  const ask = () => {
    if (send.isPending) return
    const draftId = draft.draftId ?? crypto.randomUUID()
    keepNow({ draftId })
    send.mutate(draftId)
  }
  const money = (cents: number) => <Money cents={cents} locale={formats.locale} />
  return (
    <Screen width="form">
      <div className="grid justify-items-center gap-1.5 text-center">
        <Money cents={total} locale={formats.locale} size="xl" />
        <p className="max-w-full wrap-anywhere text-text-muted">{note}</p>
      </div>
      <List label={t('parts')}>
        {shares.map(({ person, cents }) => (
          <Share key={person.publicTransactionId} person={person} cents={cents} />
        ))}
      </List>
      <Card>
        <DefinitionList
          rows={[
            { term: t('ownPart'), value: money(ownPart) },
            { term: t('asked'), value: money(asked), strong: true },
          ]}
        />
      </Card>
      <Refused
        title={failure?.isUnsure ? t('unsure') : t('notSent')}
        text={failure && (failure.isUnsure ? t('unsureText') : failure.text)}
      />
      <ScreenAction>
        <Button size="large" full pending={send.isPending} pendingLabel={t('sending')} onClick={ask}>
          {t('send', { amount: formats.money(asked) })}
        </Button>
      </ScreenAction>
    </Screen>
  )
}

const Share = ({ person, cents }: { person: FoundPerson; cents: number }) => {
  const { locale } = useFormats()
  const image = useFileUrl(person.image)
  return (
    <ListRow
      leading={<Avatar name={person.fullName} src={image} />}
      title={person.fullName}
      subtitle={`@${person.publicTransactionId}`}
      trailing={<Money cents={cents} locale={locale} />}
    />
  )
}
