import type { BlockedPerson } from '@puente/contract'
import { Avatar } from '@puente/ui/avatar'
import { Button } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { List, ListRow } from '@puente/ui/list-row'
import { useNotices } from '@puente/ui/notice'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { Screen } from '#lib/layout/screen.tsx'

const blockedQuery = queryOptions({
  queryKey: queryKeys.blocked,
  queryFn: ({ signal }) => call('blocked', undefined, { signal }),
})

/** Everyone the user has blocked, each with the way back. */
export const BlockedScreen = () => {
  const t = useTranslations('contacts.blocked')
  const tCommon = useTranslations('common')
  const blocked = useQuery(blockedQuery)
  return (
    <Screen width="form" lead={t('lead')}>
      {blocked.data ? (
        blocked.data.items.length === 0 ? (
          <EmptyState picture={<EmptyListPicture />} title={t('none')} text={t('noneText')} />
        ) : (
          <List label={t('title')}>
            {blocked.data.items.map((person) => (
              <Row key={person.id} person={person} />
            ))}
          </List>
        )
      ) : blocked.isError ? (
        <LoadFailed {...failureOf(blocked)} />
      ) : (
        <Loading label={tCommon('loading')}>
          <SkeletonRows count={2} />
        </Loading>
      )}
    </Screen>
  )
}

const Row = ({ person: { id, fullName, publicTransactionId, blockedAt } }: { person: BlockedPerson }) => {
  const t = useTranslations('contacts.blocked')
  const tCommon = useTranslations('common')
  const formats = useFormats()
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  const name = fullName ?? t('closed')
  const unblock = useMutation({
    mutationFn: () => call('unblock', { userId: id }),
    onSuccess: (left) => {
      client.setQueryData(queryKeys.blocked, left)
      show('positive', t('done', { name }))
      // They are shown by name again.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.blocked[0] })
    },
    onError: (error) => fail(error),
  })
  const since = t('since', { day: formats.date(blockedAt) })
  return (
    <ListRow
      leading={<Avatar name={name} />}
      title={name}
      subtitle={publicTransactionId === null ? since : `@${publicTransactionId} · ${since}`}
      trailing={
        <Button
          variant="secondary"
          size="small"
          pending={unblock.isPending}
          pendingLabel={tCommon('working')}
          aria-label={t('unblockWho', { name })}
          onClick={() => !unblock.isPending && unblock.mutate()}
        >
          {t('unblock')}
        </Button>
      }
    />
  )
}
