/**
 * Whether a user is signed in, as the screens see it. The truth is a cookie that scripts cannot read, so a start asks
 * the server once and shows nothing private before the answer. A session ends in one of three ways: the person signs
 * out, the server ends it, or another tab does; all three meet in `leave`. Whatever ends or locks a session, the screens
 * are hidden first and the server and the other tabs are notified afterwards: private data never waits for the network.
 */
import type { Request } from '@puente/contract'
import { ApiRefusal, ApiUnreachable } from '#lib/api/api-errors.ts'
import { call, closeCalls, onSessionEnd, refresh, sessionEndOf, setBearer, type SessionEnd } from '#lib/api/api.ts'
import { clock } from '#lib/browser/clock.ts'
import { sendPendingSignOut, sendSignOut } from './pending-sign-out.ts'
import { checkOnline, onlineAgain, reportOffline } from '#lib/api/online.ts'
import { externalPayment } from './external-payment.ts'
import { markPendingSignOut, markSession, mayHaveSession, hasPendingSignOut, unmarkSession } from './session-mark.ts'
import { createStore, useStore } from '#lib/browser/store.ts'

export type SessionState =
  | { status: 'starting' }
  /** `reason` is set when a session has just ended, or the start finds it ended elsewhere, and the sign-in screen should say why. */
  | { status: 'out'; reason: SessionEnd | null }
  | { status: 'in' }
  /** Only unlocking it is possible; `path` is where this tab was, null when the start found a lock. */
  | { status: 'locked'; path: string | null }

/** What tabs send each other. */
type TabMessage = { say: 'left'; reason: SessionEnd | null } | { say: 'locked' } | { say: 'unlocked' }

const store = createStore<SessionState>({ status: 'starting' })
let channel: BroadcastChannel | null = null
const cleaners = { hide: new Set<() => void>(), leave: new Set<() => void>() }
let starting: Promise<void> | null = null
/** Between confirming a sign-out and leaving the screen. */
let leaving = false
/** The call that locks the session on the server, while it is under way. */
let locking: Promise<unknown> = Promise.resolve()

export const session = { get: store.get, subscribe: store.subscribe }
export const useSession = (): SessionState => useStore(store)

/** Registers what must be emptied when the screens hide: a session was locked, or has ended. */
export const onHide = (clean: () => void): void => {
  cleaners.hide.add(clean)
}

/** Registers what must be emptied when a session ends. */
export const onLeave = (clean: () => void): void => {
  cleaners.leave.add(clean)
}

const broadcast = (message: TabMessage): void => channel?.postMessage(message)

const wipe = () => {
  setBearer(null)
  for (const clean of [...cleaners.hide, ...cleaners.leave]) clean()
  const isSignOutPending = hasPendingSignOut()
  try {
    sessionStorage.clear()
    localStorage.clear()
  } catch {
    // Storage that cannot be reached holds nothing.
  }
  if (isSignOutPending) markPendingSignOut()
}

/** Clears what a session that ended while the application was closed left in this browser; display settings may stay. */
const forgetEnded = (): void => {
  unmarkSession()
  externalPayment.end()
  try {
    sessionStorage.clear()
  } catch {
    // Storage that cannot be reached holds nothing.
  }
}

/** Ends that a person who comes back knows of, or has no use for: their own sign-out, and those by the clock. */
const UNSAID_AT_START: ReadonlySet<SessionEnd> = new Set<SessionEnd>(['signedOut', 'idle', 'absolute', 'unknown'])

const leave = (reason: SessionEnd | null): void => {
  leaving = false
  if (store.get().status === 'out') return
  // The screens go first; emptying the cache under them would make them fetch what they have just lost.
  store.set({ status: 'out', reason })
  closeCalls()
  wipe()
}

/** Hides the screens. The bearer stays: the call that notifies the server may need it. */
const hide = (): void => {
  const before = store.get()
  if (before.status === 'locked' || before.status === 'out') return
  store.set({ status: 'locked', path: before.status === 'in' ? location.pathname + location.search : null })
  for (const clean of cleaners.hide) clean()
}

const lock = (): void => {
  hide()
  setBearer(null)
}

/** The server or another tab ended the session. During the goodbye of a sign-out there is nothing left to do. */
const onRemoteEnd = (reason: SessionEnd | null): void => {
  if (leaving) return
  if (reason === 'locked') lock()
  else leave(reason)
}

onSessionEnd(onRemoteEnd)

const onRemoteUnlock = async (): Promise<void> => {
  if (store.get().status !== 'locked') return
  try {
    await refresh()
    store.set({ status: 'in' })
  } catch {
    // This tab stays locked; its own password field is still there.
  }
}

/** Follows what other tabs do with the session they share. */
const listenToTabs = (): void => {
  if (typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel('puente-session')
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.say === 'left') onRemoteEnd(data.reason)
    else if (data.say === 'unlocked') void onRemoteUnlock()
    else if (store.get().status === 'in') lock()
  })
}

const attempt = async (): Promise<void> => {
  void sendPendingSignOut()
  if (!mayHaveSession()) {
    store.set({ status: 'out', reason: null })
    // Nothing else would ask the server: a start from the cache looks the same with and without a network.
    void checkOnline()
    return
  }
  try {
    await refresh()
    store.set({ status: 'in' })
  } catch (error) {
    if (error instanceof ApiUnreachable) {
      reportOffline()
      await onlineAgain()
      return attempt()
    }
    if (!(error instanceof ApiRefusal) || error.status !== 401) throw error
    const reason = sessionEndOf(error)
    if (reason === 'locked') return lock()
    forgetEnded()
    store.set({ status: 'out', reason: UNSAID_AT_START.has(reason) ? null : reason })
  }
}

/** Finds out, once, whether this browser has a session. Waits while there is no network. */
export const startSession = (): Promise<void> => {
  if (channel === null) listenToTabs()
  starting ??= attempt().catch((error: unknown) => {
    starting = null
    throw error
  })
  return starting
}

/**
 * Exchanges the token of a sign-in or sign-up for a session, or answers the challenge with which that was refused
 * (`stepUpRequired`).
 */
export const openSession = async (given: string | Request<'openSession'>): Promise<void> => {
  await sendPendingSignOut()
  const open = await call('openSession', typeof given === 'string' ? { token: given } : given)
  setBearer(open.bearer)
  markSession()
  starting = Promise.resolve()
  store.set({ status: 'in' })
}

/**
 * Signs out. The server learns of it at once, or as soon as there is a network; the browser forgets all the same.
 * @param afterMs how long the screens stay, for saying goodbye
 * @returns when the server has confirmed, or could not be reached for now
 */
export const signOut = (afterMs = 0): Promise<void> => {
  const go = () => {
    broadcast({ say: 'left', reason: null })
    leave(null)
  }
  leaving = afterMs > 0
  if (leaving) clock.after(afterMs, () => leaving && go())
  const confirmed = sendSignOut('signedOut')
  closeCalls()
  if (!leaving) go()
  return confirmed
}

/** Ends the session here, and in the other tabs, because the server ended it. */
export const endSession = (reason: SessionEnd): void => {
  broadcast({ say: 'left', reason })
  onRemoteEnd(reason)
}

/** Ends the session here, and in the other tabs, after inactivity; notifying the server is the caller's part. */
export const expireSession = (): void => {
  leave('idle')
  broadcast({ say: 'left', reason: 'idle' })
}

/**
 * Locks instead of ending: a payment page is open elsewhere and the flow continues afterwards.
 * @returns false when the server knows of no such payment and has locked nothing
 */
export const lockSession = async (): Promise<boolean> => {
  const resume = location.pathname + location.search
  hide()
  broadcast({ say: 'locked' })
  // Without an answer the screen stays locked; the server locks an idle session by its own clock.
  const request = call('lockSession', { resume }).then(
    ({ locked }) => locked,
    () => true,
  )
  locking = request
  const isLocked = await request
  if (store.get().status === 'locked') setBearer(null)
  return isLocked
}

/** Locks here because the server locked the session. */
export const applyServerLock = (): void => onRemoteEnd('locked')

/**
 * Unlocks the session, in every tab.
 * @returns where the person was, for a tab that had only just been opened; null when the tab stays where it is, and when
 * the session has ended meanwhile
 */
export const unlock = async (proof: Request<'unlockSession'>): Promise<string | null> => {
  // A lock that arrives after the unlocking would ask for the password again.
  await locking
  const before = store.get()
  try {
    const open = await call('unlockSession', proof)
    setBearer(open.bearer)
    store.set({ status: 'in' })
    broadcast({ say: 'unlocked' })
    return before.status === 'locked' && before.path === null ? (open.resume ?? null) : null
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.code !== 'sessionClosed') throw error
    endSession(sessionEndOf(error))
    return null
  }
}

/** Drops the reason once it has been shown. */
export const clearEndReason = (): void => {
  const state = store.get()
  if (state.status === 'out' && state.reason !== null) store.set({ status: 'out', reason: null })
}

/** Starts over, as a reload of the page does. */
export const restartSession = (): void => {
  starting = null
  leaving = false
  store.set({ status: 'starting' })
  wipe()
}
