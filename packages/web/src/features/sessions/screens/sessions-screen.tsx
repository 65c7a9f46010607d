/** Where the user is logged in; ends one place, all others, or every one. */
import type { Request } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { useNotices } from '@puente/ui/notice'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import History from 'lucide-react/icons/history'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'
import { focusHeading } from '#lib/layout/focus-heading.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { endSession } from '#lib/session/session.ts'
import { LostDeviceRow } from '#shared/device/lost-device-row.tsx'
import { SessionRow } from '../parts/session-row.tsx'

/** A device that logs in meanwhile shows without a reload. */
const LOOK_EVERY_MS = 30_000

type Ending = Request<'endSessions'>

/** After its row has gone, the focus goes on at the heading, not at the top of the page. */
const useFocusAfterEnd = (rows: unknown) => {
  const ended = useRef(false)
  useEffect(() => {
    if (ended.current) focusHeading()
    ended.current = false
  }, [rows])
  return () => {
    ended.current = true
  }
}

/** Ends sessions; `busy` names what is under way: an id, `others` or `every`. */
const useEnding = (onEnded: () => void) => {
  const t = useTranslations('sessions.list')
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  const [busy, setBusy] = useState<string | null>(null)
  const end = async (what: Ending) => {
    if (busy !== null) return
    setBusy(what.all ?? what.ids?.[0] ?? null)
    try {
      await call('endSessions', what)
      // This session is over too.
      if (what.all === 'every') return endSession('everywhere')
      onEnded()
      await client.invalidateQueries({ queryKey: queryKeys.sessions })
      show('positive', t('ended'))
    } catch (error) {
      await fail(error)
    } finally {
      setBusy(null)
    }
  }
  return { busy, end }
}

const Further = () => {
  const t = useTranslations('sessions.list')
  return (
    <List label={t('title')}>
      <LostDeviceRow />
      <ListRow
        leading={
          <RowIcon>
            <History />
          </RowIcon>
        }
        title={t('log')}
        subtitle={t('logText')}
        chevron
        render={(look) => <Link to={paths.settingsSecurityLog.path} {...look} />}
      />
    </List>
  )
}

export const SessionsScreen = () => {
  const t = useTranslations('sessions.list')
  const common = useTranslations('common')
  const sessions = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => call('listSessions', undefined, { signal }),
    refetchInterval: LOOK_EVERY_MS,
    staleTime: 0,
  })
  const { busy, end } = useEnding(useFocusAfterEnd(sessions.data))
  const [asking, setAsking] = useState(false)
  const items = sessions.data?.items

  return (
    <Screen width="form" lead={t('lead')}>
      {items === undefined ? (
        sessions.isError ? (
          <LoadFailed {...failureOf(sessions)} />
        ) : (
          <Loading label={common('loading')}>
            <SkeletonRows count={2} />
          </Loading>
        )
      ) : (
        <>
          <List label={t('title')}>
            {items.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                pending={busy === session.id}
                onEnd={() => void end({ ids: [session.id] })}
              />
            ))}
          </List>
          {items.length < 2 && <p className="text-text-muted">{t('none')}</p>}
          <div className="grid gap-2.5">
            {items.length > 1 && (
              <Button
                variant="secondary"
                full
                pending={busy === 'others'}
                pendingLabel={common('working')}
                onClick={() => void end({ all: 'others' })}
              >
                {t('others')}
              </Button>
            )}
            <Button variant="ghost" full onClick={() => setAsking(true)}>
              {t('every')}
            </Button>
          </div>
        </>
      )}
      <Further />
      {asking && (
        <ConfirmDialog
          title={t('everyTitle')}
          description={t('everyText')}
          action={t('every')}
          onConfirm={() => {
            // The proof has a dialog of its own.
            setAsking(false)
            void end({ all: 'every' })
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Screen>
  )
}
