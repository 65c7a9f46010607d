/** Moves between the signed-in and the logged-out world when the session changes under a screen. */
import { useNotices } from '@puente/ui/notice'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'
import { forgetReason, useSession } from '#lib/session/session.ts'
import type { SessionEnd } from '#lib/api/api.ts'
import { router } from '../router.ts'

/** Whether a notice explains this end of the session; after "Log out" none is needed. */
const isSaid = (reason: SessionEnd | null): reason is SessionEnd => reason !== null && reason !== 'signedOut'

export const SessionWatch = () => {
  const state = useSession()
  const before = useRef(state.status)
  const t = useTranslations('errors')
  const { show, forget } = useNotices()

  useEffect(() => {
    const was = before.current
    before.current = state.status
    if (state.status !== 'out' || (was !== 'in' && was !== 'locked')) return
    const { reason } = state
    forgetReason()
    // Notices may name people and amounts.
    forget()
    // What was said of the screen that is left goes with it; why it was left is said on the next.
    void router.navigate({ to: paths.signIn.path, replace: true }).then(() => {
      if (isSaid(reason))
        show('negative', reason === 'unknown' ? t('codes.sessionClosed') : t(`reasons.sessionClosed.${reason}`))
    })
  }, [state, show, forget, t])

  return null
}
