import type { Result } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import PencilLine from 'lucide-react/icons/pencil-line'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { Screen } from '#lib/layout/screen.tsx'

type Access = Result<'accessLog'>['items'][number]

const READINGS: ReadonlySet<Access['what']> = new Set<Access['what']>([
  'profile',
  'movements',
  'identityFile',
  'identitySent',
  'supportTicket',
])
const PAGE = '20'

const AccessRow = ({ access: { at, role, what, why, reference } }: { access: Access }) => {
  const t = useTranslations('accounts.accessLog')
  const formats = useFormats()
  const isReading = READINGS.has(what)
  const because = `${t(`role.${role}`)} · ${t(`why.${why}`)}`
  return (
    <ListRow
      leading={<RowIcon tone={isReading ? 'plain' : 'waiting'}>{isReading ? <Eye /> : <PencilLine />}</RowIcon>}
      title={t(`what.${what}`)}
      subtitle={
        <>
          <span className="block">{because}</span>
          <time dateTime={at} className="block">
            {formats.dateTime(at)}
          </time>
          {reference !== null && <span className="block break-all">{t('reference', { reference })}</span>}
        </>
      }
    />
  )
}

/** Who at Puente has looked at the reader's data or passed it on, or done something to the account: in what capacity, what, why, when. */
export const AccessLogScreen = () => {
  const t = useTranslations()
  const log = useInfiniteQuery({
    queryKey: queryKeys.accessLog,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call('accessLog', { limit: PAGE, ...(pageParam !== null && { last: pageParam }) }, { signal }),
    getNextPageParam: ({ last }) => last,
  })
  const items = log.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Screen lead={t('accounts.accessLog.lead')}>
      {log.isPending ? (
        <Loading label={t('common.loading')}>
          <SkeletonRows count={3} />
        </Loading>
      ) : log.isError && items.length === 0 ? (
        <LoadFailed {...failureOf(log)} />
      ) : items.length === 0 ? (
        <EmptyState
          picture={<EmptyListPicture />}
          title={t('accounts.accessLog.empty.title')}
          text={t('accounts.accessLog.empty.text')}
        />
      ) : (
        <>
          <List label={t('settings.accessLog')}>
            {items.map((access) => (
              <AccessRow key={`${access.at}/${access.what}/${access.reference ?? ''}`} access={access} />
            ))}
          </List>
          {log.hasNextPage && (
            <Button
              variant="ghost"
              pending={log.isFetchingNextPage}
              pendingLabel={t('common.loading')}
              onClick={() => void log.fetchNextPage()}
            >
              {t('accounts.accessLog.more')}
            </Button>
          )}
        </>
      )}
    </Screen>
  )
}
