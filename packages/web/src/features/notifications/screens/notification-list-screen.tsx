/** What the user was told, newest first. What is on the screen counts as read; it keeps its mark until the screen is left. */
import type { NotificationItem, Result } from '@puente/contract'
import { Button, buttonClass } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { List } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { clock } from '#lib/browser/clock.ts'
import { productNow } from '#lib/browser/product-time.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useWide } from '#lib/browser/wide.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { timeZone } from '#lib/i18n/i18n.ts'
import { useHeadingAfter } from '#lib/layout/focus-heading.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { NoneChosen } from '#lib/layout/none-chosen.tsx'
import { paths, useScreenExists } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { type Age, byAge } from '../parts/by-age.ts'
import { NotificationDetail, NotificationRow, targetOf } from '../parts/notification-row.tsx'

const PushCard = lazyPart(() => import('../parts/push-card.tsx').then((part) => part.PushCard))

const MINUTE_MS = 60_000

/** The time, kept to the minute: at midnight today's become yesterday's. */
const useNow = (): number => {
  const [now, setNow] = useState(productNow)
  useEffect(() => clock.every(MINUTE_MS, () => setNow(productNow())), [])
  return now
}

/** Marks what is shown as read, and remembers for this visit what was new. */
const useSeen = (items: readonly NotificationItem[]) => {
  const client = useQueryClient()
  const fail = useShowError()
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const unread = items.filter(({ readAt, id }) => readAt === null && !fresh.has(id)).map(({ id }) => id)
  const { mutate: see } = useMutation({
    mutationFn: (ids: string[]) => call('readNotifications', { ids: ids as NotificationItem['id'][] }),
    onSuccess: (left, ids) => {
      setFresh((before) => new Set([...before, ...ids]))
      client.setQueryData(queryKeys.unread, left.unread)
    },
    // Nobody asked for it: a failure is left to the next visit.
  })
  const key = unread.join()
  useEffect(() => {
    if (key !== '') see(key.split(','))
  }, [key, see])
  return {
    isFresh: (id: string) => fresh.has(id),
    readAll: async () => {
      try {
        const left = await call('readNotifications', { all: true })
        setFresh(new Set())
        client.setQueryData(queryKeys.unread, left.unread)
        await client.invalidateQueries({ queryKey: queryKeys.notificationList })
      } catch (error) {
        await fail(error)
      }
    },
  }
}

/** What a notification outside the app leads to stands behind the `#`: it is opened, and going back leads to the list. */
const useOpened = (): void => {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const exists = useScreenExists()
  const [, type = '', id = null] = /^(\w+)(?:\/(\w+))?$/.exec(hash) ?? []
  useEffect(() => {
    const target = targetOf(type, id)
    if (!target) return
    void navigate({ to: paths.notifications.path, hash: '', replace: true })
    if (exists(target.to)) void navigate({ to: target.to as string, state: target.state })
  }, [type, id, navigate, exists])
}

/** Kinds after which a person knows what notifications are good for. */
const OF_MONEY: ReadonlySet<NotificationItem['kind']> = new Set<NotificationItem['kind']>([
  'received',
  'sent',
  'deposit',
])

export const NotificationListScreen = () => {
  useOpened()
  const t = useTranslations('notifications.list')
  const common = useTranslations('common')
  const now = useNow()
  const list = useInfiniteQuery({
    queryKey: queryKeys.notificationList,
    queryFn: ({ pageParam, signal }): Promise<Result<'listNotifications'>> =>
      call('listNotifications', pageParam === null ? {} : { last: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.last,
    staleTime: 0,
  })
  const items = [...new Map(list.data?.pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()]
  const { isFresh, readAll } = useSeen(items)
  const hasMoreUnread = (list.data?.pages.at(-1)?.unread ?? 0) > 0 || items.some(({ id }) => isFresh(id))

  // The last page and the last unread one take their buttons away.
  useHeadingAfter(`${hasMoreUnread} ${list.hasNextPage}`)

  const chosenId = useLocation({ select: ({ state }) => state.notice })
  const chosen = items.find(({ id }) => id === chosenId)
  const hasNothing = list.data !== undefined && items.length === 0

  return (
    <Screen width="form" {...(!hasNothing && { detailPlaceholder: <Beside item={chosen} /> })}>
      {list.data === undefined ? (
        list.isError ? (
          <LoadFailed {...failureOf(list)} />
        ) : (
          <Loading label={common('loading')}>
            <SkeletonRows count={5} />
          </Loading>
        )
      ) : hasNothing ? (
        <EmptyState
          picture={<EmptyListPicture />}
          title={t('empty')}
          text={t('emptyText')}
          action={
            <Link to={paths.settingsNotifications.path} className={buttonClass({ variant: 'secondary' })}>
              {t('settings')}
            </Link>
          }
        />
      ) : (
        <>
          {hasMoreUnread && (
            <div className="-mb-2 flex justify-end">
              <Button variant="ghost" onClick={() => void readAll()}>
                {t('markAll')}
              </Button>
            </div>
          )}
          {items.some(({ kind }) => OF_MONEY.has(kind)) && (
            <Suspense>
              <PushCard />
            </Suspense>
          )}
          {byAge(items, now, timeZone()).map((group) => (
            <Group key={group.age} {...group} isFresh={isFresh} chosen={chosen} />
          ))}
          {list.isFetchNextPageError && <LoadFailed {...failureOf(list)} onRetry={() => void list.fetchNextPage()} />}
          <div className="grid justify-items-center gap-3 py-2 text-sm text-text-muted">
            {list.hasNextPage ? (
              <Button
                variant="secondary"
                full
                pending={list.isFetchingNextPage}
                pendingLabel={common('loading')}
                onClick={() => void list.fetchNextPage()}
              >
                {t('more')}
              </Button>
            ) : (
              <p>{t('end')}</p>
            )}
            <Link to={paths.settingsNotifications.path} className={buttonClass({ variant: 'ghost' })}>
              {t('settings')}
            </Link>
          </div>
        </>
      )}
    </Screen>
  )
}

/** On a wide screen what was chosen is read beside the list; on a phone a row leads to what it speaks of. */
const Beside = ({ item }: { item: NotificationItem | undefined }) => {
  const t = useTranslations('notifications.list')
  return <div aria-live="polite">{item ? <NotificationDetail item={item} /> : <NoneChosen text={t('choose')} />}</div>
}

type GroupProps = {
  age: Age
  items: readonly NotificationItem[]
  isFresh: (id: string) => boolean
  chosen: NotificationItem | undefined
}

const Group = ({ age, items, isFresh, chosen }: GroupProps) => {
  const t = useTranslations('notifications.list')
  const beside = useWide()
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid gap-2">
      <h2 id={headingId} className="text-sm font-semibold text-text-muted">
        {t(age)}
      </h2>
      <List labelledBy={headingId}>
        {items.map((item) => (
          <NotificationRow
            key={item.id}
            item={item}
            age={age}
            isNew={item.readAt === null || isFresh(item.id)}
            beside={beside}
            selected={beside && item.id === chosen?.id}
          />
        ))}
      </List>
    </section>
  )
}
