import { iconButtonClass } from '@puente/ui/icon-button'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import BellIcon from 'lucide-react/icons/bell'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { showAppBadge } from '#lib/browser/app-badge.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { paths } from './paths.ts'

const MOST_SHOWN = 9

/** The way to the notifications, with how many are unread. On a phone it stands on the screens of the menu alone. */
export const Bell = () => {
  const t = useTranslations('shell.header')
  const { data: count = 0 } = useQuery({
    queryKey: queryKeys.unread,
    queryFn: async ({ signal }) => (await call('listNotifications', { limit: '1' }, { signal })).unread,
  })
  useEffect(() => void showAppBadge(count).catch(() => undefined), [count])
  return (
    <Link
      to={paths.notifications.path}
      aria-label={count > 0 ? t('unread', { count: String(count) }) : t('notifications')}
      className={`${iconButtonClass()} relative max-sm:in-[[data-crowded]]:hidden`}
    >
      <BellIcon aria-hidden="true" />
      {count > 0 && (
        // Drawn, so that the name of the link need not repeat it word for word: "9+" is no count.
        <span
          aria-hidden="true"
          data-count={count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
          className="absolute end-0.5 top-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-negative px-1 text-xs leading-none font-semibold text-surface tabular-nums before:content-[attr(data-count)]"
        />
      )}
    </Link>
  )
}
