/** What happened to the safety of the account, newest first, page by page. */
import type { SecurityLogItem } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import AtSign from 'lucide-react/icons/at-sign'
import Glasses from 'lucide-react/icons/glasses'
import KeyRound from 'lucide-react/icons/key-round'
import Landmark from 'lucide-react/icons/landmark'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import UserCog from 'lucide-react/icons/user-cog'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { useDeviceTexts } from '#shared/device/device-text.ts'

const PAGE = '20'

/** By the first words of an event's name. */
const icons: readonly (readonly [RegExp, ReactNode])[] = [
  [/Refused$|^deviceLost$|^accountFrozen$/, <ShieldAlert key="alert" />],
  [/^(session|devices|social)/, <MonitorSmartphone key="device" />],
  [/^(password|passkey|totp|recoveryCode|factors)/, <KeyRound key="key" />],
  [/^(email|phone)/, <AtSign key="contact" />],
  [/^recipient/, <Landmark key="bank" />],
  [/^approver/, <Glasses key="approver" />],
]

const EventIcon = ({ event }: Pick<SecurityLogItem, 'event'>) => {
  const at = icons.findIndex(([name]) => name.test(event))
  return <RowIcon tone={at === 0 ? 'negative' : 'plain'}>{icons[at]?.[1] ?? <UserCog />}</RowIcon>
}

const LogRow = ({ item }: { item: SecurityLogItem }) => {
  const t = useTranslations('sessions.log')
  const formats = useFormats()
  const { nameOf, placeOf } = useDeviceTexts()
  const place = placeOf(item)
  return (
    <ListRow
      leading={<EventIcon event={item.event} />}
      title={t(`events.${item.event}`)}
      subtitle={
        <span className="grid gap-0.5">
          <time dateTime={item.at}>{formats.dateTime(item.at)}</time>
          {item.times > 1 && <span>{t('times', { count: String(item.times) })}</span>}
          {item.browser !== null && <span>{nameOf(item)}</span>}
          {place !== null && <span>{place}</span>}
        </span>
      }
    />
  )
}

export const SecurityLogScreen = () => {
  const t = useTranslations('sessions.log')
  const common = useTranslations('common')
  const log = useInfiniteQuery({
    queryKey: queryKeys.securityLog,
    queryFn: ({ pageParam, signal }) =>
      call('securityLog', { limit: PAGE, ...(pageParam === null ? {} : { last: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.last,
    staleTime: 0,
  })
  const items = log.data?.pages.flatMap((page) => page.items)

  return (
    <Screen width="form" lead={t('lead')}>
      {items === undefined ? (
        log.isError ? (
          <LoadFailed {...failureOf(log)} />
        ) : (
          <Loading label={common('loading')}>
            <SkeletonRows count={4} />
          </Loading>
        )
      ) : items.length === 0 ? (
        <EmptyState picture={<EmptyListPicture />} title={t('empty')} text={t('emptyText')} />
      ) : (
        <>
          <List label={t('title')}>
            {items.map((item) => (
              <LogRow key={item.id} item={item} />
            ))}
          </List>
          {log.isFetchNextPageError && <LoadFailed {...failureOf(log)} onRetry={() => void log.fetchNextPage()} />}
          {log.hasNextPage && !log.isFetchNextPageError && (
            <Button
              variant="secondary"
              full
              pending={log.isFetchingNextPage}
              pendingLabel={common('loading')}
              onClick={() => void log.fetchNextPage()}
            >
              {t('more')}
            </Button>
          )}
        </>
      )}
    </Screen>
  )
}
