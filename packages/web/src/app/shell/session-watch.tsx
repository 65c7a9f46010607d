/** Leads to the sign-in screen when the session ends under a screen, with the reason, which stays until the next login. */
import { useNotices, type NoticeTone } from '@puente/ui/notice'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'
import { clearEndReason, useSession } from '#lib/session/session.ts'
import type { SessionEnd } from '#lib/api/api.ts'
import { router } from '../router.ts'

/** Whether a notice explains this end of the session; after "Log out" none is needed. */
const needsNotice = (reason: SessionEnd | null): reason is SessionEnd => reason !== null && reason !== 'signedOut'

/** What the person did themselves, here or on another device; every other end comes as a surprise. */
const OWN_ACTS: Partial<Record<SessionEnd, NoticeTone>> = {
  accountClosed: 'positive',
  everywhere: 'positive',
  lostDevice: 'neutral',
  notMe: 'neutral',
  revoked: 'neutral',
}

export const SessionWatch = () => {
  const state = useSession()
  const before = useRef(state.status)
  const t = useTranslations('errors')
  const tSessions = useTranslations('sessions.list')
  const { show, forget } = useNotices()
  const textOf = useEffectEvent((reason: SessionEnd) => {
    if (reason === 'everywhere') return tSessions('everyDone')
    return reason === 'unknown' ? t('codes.sessionClosed') : t(`reasons.sessionClosed.${reason}`)
  })

  useEffect(() => {
    const was = before.current
    before.current = state.status
    // Why the last session ended says nothing of the new one.
    if (was === 'out' && state.status === 'in') forget()
    if (state.status !== 'out' || (was !== 'in' && was !== 'locked')) return
    const { reason } = state
    clearEndReason()
    // Notices may name people and amounts.
    forget()
    // Notices of the old screen go with it; the reason is shown on the next one.
    void router.navigate({ to: paths.signIn.path, replace: true }).then(() => {
      if (needsNotice(reason))
        show(OWN_ACTS[reason] ?? 'negative', textOf(reason), {
          // A person who comes back to the device an hour later wants to know, too; until they log in.
          stays: true,
        })
    })
  }, [state, show, forget])

  return null
}
