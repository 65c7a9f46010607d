/**
 * Leads to the sign-in screen when the session ends under a screen, with the reason, which stays until the next login. A page that starts
 * after its session was ended elsewhere says the reason where it starts.
 */
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
  const textOf = (reason: SessionEnd) => {
    if (reason === 'everywhere') return tSessions('everyDone')
    return reason === 'unknown' ? t('codes.sessionClosed') : t(`reasons.sessionClosed.${reason}`)
  }
  const say = useEffectEvent((reason: SessionEnd | null) => {
    // A person who comes back to the device an hour later wants to know, too; until they log in.
    if (needsNotice(reason)) show(OWN_ACTS[reason] ?? 'negative', textOf(reason), { stays: true })
  })

  useEffect(() => {
    const was = before.current
    before.current = state.status
    // Why the last session ended says nothing of the new one.
    if (was === 'out' && state.status === 'in') forget()
    if (state.status !== 'out') return
    const { reason } = state
    clearEndReason()
    if (was !== 'in' && was !== 'locked') return say(reason)
    // Notices may name people and amounts.
    forget()
    // Notices of the old screen go with it; the reason is shown on the next one.
    void router.navigate({ to: paths.signIn.path, replace: true }).then(() => say(reason))
  }, [state, forget])

  return null
}
