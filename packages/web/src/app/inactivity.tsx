/** The watch over an unattended screen: notes activity, shares it between tabs, asks, and ends the session. */
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#lib/api.ts'
import { clock } from '#lib/clock.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { outsideStep } from '#lib/outside-step.ts'
import { lockSession, session, signOut } from '#lib/session.ts'
import { track } from '#lib/usage.ts'
import { afterActivity, phaseAt, secondsLeft } from './inactivity-machine.ts'

const InactivityDialog = lazyPart(() => import('./inactivity-dialog.tsx').then((part) => part.InactivityDialog))

const TICK_MS = 1000
const TELL_SERVER_MS = 60_000
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

/** Ends or locks the session, in one tab only: the others hear of it. */
const endIdle = async (): Promise<void> => {
  const act = async () => {
    if (session.get().status !== 'in') return
    if (outsideStep.isOpen()) return lockSession(location.pathname + location.search)
    track('logout_inactivityTracker')
    return signOut('idle')
  }
  if (!('locks' in navigator)) return act()
  await navigator.locks.request('puente-idle', { ifAvailable: true }, (lock) => (lock ? act() : undefined))
}

export const Inactivity = () => {
  const [lastActiveAt, setLastActiveAt] = useState(() => clock.now())
  const [now, setNow] = useState(lastActiveAt)
  const channel = useRef<BroadcastChannel | null>(null)
  const phase = phaseAt(lastActiveAt, now)

  const note = (at: number) => {
    setLastActiveAt(at)
    setNow(clock.now())
    channel.current?.postMessage(at)
  }
  const look = useEffectEvent(() => {
    const at = clock.now()
    setNow(at)
    if (phaseAt(lastActiveAt, at) === 'over') void endIdle()
  })
  const onActivity = useEffectEvent((event: Event) => {
    if (!event.isTrusted) return
    const next = afterActivity(lastActiveAt, clock.now())
    if (next !== lastActiveAt) note(next)
  })
  const onTold = useEffectEvent((at: number) => setLastActiveAt((known) => Math.max(known, at)))

  useEffect(() => {
    const listen = (event: Event) => onActivity(event)
    for (const name of EVENTS) window.addEventListener(name, listen, { capture: true, passive: true })
    const onVisible = () => document.visibilityState === 'visible' && look()
    document.addEventListener('visibilitychange', onVisible)
    const stopTicking = clock.every(TICK_MS, () => look())
    const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('puente-activity')
    tabs?.addEventListener('message', ({ data }: MessageEvent<number>) => onTold(data))
    channel.current = tabs
    return () => {
      for (const name of EVENTS) window.removeEventListener(name, listen, { capture: true })
      document.removeEventListener('visibilitychange', onVisible)
      stopTicking()
      tabs?.close()
    }
  }, [])

  useTellServer(lastActiveAt)

  if (phase === 'active') return null
  return (
    <Suspense>
      <InactivityDialog
        seconds={secondsLeft(lastActiveAt, now)}
        onStay={() => note(clock.now())}
        onLeave={() => void signOut('signedOut')}
      />
    </Suspense>
  )
}

/** The server closes idle sessions by its own clock; somebody who only reads is there too, and this says so. */
const useTellServer = (lastActiveAt: number): void => {
  const toldAt = useRef(lastActiveAt)
  useEffect(() => {
    if (lastActiveAt - toldAt.current < TELL_SERVER_MS) return
    toldAt.current = lastActiveAt
    call('activity', {}).catch(() => undefined)
  }, [lastActiveAt])
}
