/** The inactivity timer: records activity, shares it between tabs, warns, and ends the session. */
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#lib/api/api.ts'
import { clock } from '#lib/browser/clock.ts'
import { sendSignOut } from '#lib/session/pending-sign-out.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { externalPayment } from '#lib/session/external-payment.ts'
import { mayHaveSession } from '#lib/session/session-mark.ts'
import { expireSession, lockSession, session, signOut } from '#lib/session/session.ts'
import { eventToSend } from '#lib/api/usage.ts'
import { afterActivity, phaseAt, secondsLeft } from './inactivity-machine.ts'

const fetchDialog = () => import('./inactivity-dialog.tsx')
const InactivityDialog = lazyPart(() => fetchDialog().then((part) => part.InactivityDialog))

const TICK_MS = 1000
const REPORT_MS = 60_000
const FETCH_DIALOG_MS = 20_000
/** The nine events of the specification, and keydown: keypress does not fire for Tab and the arrows. */
const EVENTS = [
  'click',
  'mousemove',
  'mousedown',
  'scroll',
  'keypress',
  'load',
  'resize',
  'touchstart',
  'touchmove',
  'keydown',
] as const

/** Hides everything, then reports the end to the server from one tab only. */
const endIdle = async (count: () => void): Promise<void> => {
  // A tab that slept while another one ended the session finds no mark of it, and has nothing to report.
  const isFirst = mayHaveSession()
  expireSession()
  if (!isFirst) return
  const report = () => {
    count()
    return sendSignOut('idle')
  }
  if (!('locks' in navigator)) return report()
  await navigator.locks.request('puente-idle', { ifAvailable: true }, (lock) => (lock ? report() : undefined))
}

const lockIdle = async (count: () => void): Promise<void> => {
  if (!(await lockSession())) await endIdle(count)
}

/** The time is up. The screens must be hidden before anything here waits. */
const onTimeout = (): void => {
  if (session.get().status !== 'in') return
  // Whether it may be counted is known only while the person is.
  const count = eventToSend('logout_inactivityTracker')
  void (externalPayment.isOpen() ? lockIdle(count) : endIdle(count))
}

export const Inactivity = () => {
  const [lastActiveAt, setLastActiveAt] = useState(() => clock.now())
  const [now, setNow] = useState(lastActiveAt)
  const channel = useRef<BroadcastChannel | null>(null)
  const phase = phaseAt(lastActiveAt, now)

  const setActive = (at: number) => {
    setLastActiveAt(at)
    setNow(clock.now())
    channel.current?.postMessage(at)
  }
  const tick = useEffectEvent(() => {
    const at = clock.now()
    setNow(at)
    if (phaseAt(lastActiveAt, at) === 'over') onTimeout()
  })
  const onActivity = useEffectEvent((event: Event) => {
    if (!event.isTrusted) return
    const next = afterActivity(lastActiveAt, clock.now())
    if (next !== lastActiveAt) setActive(next)
  })
  const onOtherTabActive = useEffectEvent((at: number) => setLastActiveAt((known) => Math.max(known, at)))

  useEffect(() => {
    const listen = (event: Event) => onActivity(event)
    for (const name of EVENTS) window.addEventListener(name, listen, { capture: true, passive: true })
    const onVisible = () => document.visibilityState === 'visible' && tick()
    document.addEventListener('visibilitychange', onVisible)
    const stopTicking = clock.every(TICK_MS, () => tick())
    const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('puente-activity')
    tabs?.addEventListener('message', ({ data }: MessageEvent<number>) => onOtherTabActive(data))
    channel.current = tabs
    return () => {
      for (const name of EVENTS) window.removeEventListener(name, listen, { capture: true })
      document.removeEventListener('visibilitychange', onVisible)
      stopTicking()
      tabs?.close()
    }
  }, [])

  // Fetched long before it is needed: by then there may be no network.
  useEffect(() => clock.after(FETCH_DIALOG_MS, () => void fetchDialog().catch(() => undefined)), [])

  useActivityReport(lastActiveAt)

  if (phase === 'active') return null
  return (
    <Suspense>
      <InactivityDialog
        seconds={secondsLeft(lastActiveAt, now)}
        onStay={() => setActive(clock.now())}
        onLeave={() => void signOut()}
      />
    </Suspense>
  )
}

/** The server closes idle sessions by its own clock; a person who only reads makes no calls, so this reports them as active. */
const useActivityReport = (lastActiveAt: number): void => {
  const reportedAt = useRef(lastActiveAt)
  useEffect(() => {
    if (lastActiveAt - reportedAt.current < REPORT_MS) return
    reportedAt.current = lastActiveAt
    call('activity', {}).catch(() => undefined)
  }, [lastActiveAt])
}
