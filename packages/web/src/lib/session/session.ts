/**
 * Whether somebody is signed in, as the screens see it. The truth is a cookie that scripts cannot read, so a start asks
 * the server once and shows nothing private before the answer. A session ends in one of three ways: the person signs
 * out, the server says it is over, or another tab says so; all three meet in `leave`. Whatever ends or locks a session,
 * the screens go first and the server and the other tabs are told afterwards: nobody waits in front of private data.
 */
import { ApiRefusal, ApiUnreachable } from '#lib/api/api-errors.ts'
import { call, closeCalls, onSessionEnd, refresh, sessionEndOf, setBearer, type SessionEnd } from '#lib/api/api.ts'
import { clock } from '#lib/browser/clock.ts'
import { settlePendingSignOut, tellServer } from './pending-sign-out.ts'
import { checkOnline, onlineAgain, reportOffline } from '#lib/api/online.ts'
import { externalPayment } from './external-payment.ts'
import { markPendingSignOut, markSession, mayHaveSession, hasPendingSignOut, unmarkSession } from './session-mark.ts'
import { createStore, useStore } from '#lib/browser/store.ts'

export type SessionState =
  | { status: 'starting' }
  /** `reason` is set when a session has just ended and the sign-in screen should say why. */
  | { status: 'out'; reason: SessionEnd | null }
  | { status: 'in' }
  /** Only unlocking with the password is possible; `place` is where this tab was, null when the start found a lock. */
  | { status: 'locked'; place: string | null }

/** What tabs say to each other. */
type Word = { say: 'left'; reason: SessionEnd | null } | { say: 'locked' } | { say: 'unlocked' }

const store = createStore<SessionState>({ status: 'starting' })
let channel: BroadcastChannel | null = null
const cleaners = { hide: new Set<() => void>(), leave: new Set<() => void>() }
let starting: Promise<void> | null = null
/** Between confirming a sign-out and leaving the screen. */
let departing = false
/** The server is being told that the session is locked. */
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

const tellTabs = (word: Word): void => channel?.postMessage(word)

const wipe = () => {
  setBearer(null)
  for (const clean of [...cleaners.hide, ...cleaners.leave]) clean()
  const owes = hasPendingSignOut()
  try {
    sessionStorage.clear()
    localStorage.clear()
  } catch {
    // Storage that cannot be reached holds nothing.
  }
  if (owes) markPendingSignOut()
}

/** What a session that ended while nobody looked has left in this browser; how its screens looked may stay. */
const forgetEnded = (): void => {
  unmarkSession()
  externalPayment.end()
  try {
    sessionStorage.clear()
  } catch {
    // Storage that cannot be reached holds nothing.
  }
}

const leave = (reason: SessionEnd | null): void => {
  departing = false
  if (store.get().status === 'out') return
  // The screens go first; emptying the cache under them would make them ask the server for what they have just lost.
  store.set({ status: 'out', reason })
  closeCalls()
  wipe()
}

/** Hides the screens. The bearer stays: the server may have to be told with it. */
const hide = (): void => {
  const before = store.get()
  if (before.status === 'locked' || before.status === 'out') return
  store.set({ status: 'locked', place: before.status === 'in' ? location.pathname + location.search : null })
  for (const clean of cleaners.hide) clean()
}

const lock = (): void => {
  hide()
  setBearer(null)
}

/** Somebody else says that it is over. Whoever is being seen off is on the way out already. */
const hearEnd = (reason: SessionEnd | null): void => {
  if (departing) return
  if (reason === 'locked') lock()
  else leave(reason)
}

onSessionEnd(hearEnd)

const hearUnlock = async (): Promise<void> => {
  if (store.get().status !== 'locked') return
  try {
    await refresh()
    store.set({ status: 'in' })
  } catch {
    // This tab stays locked; its own password field is still there.
  }
}

/** Hears what other tabs do with the session they all share. */
const joinTabs = (): void => {
  if (typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel('puente-session')
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data.say === 'left') hearEnd(data.reason)
    else if (data.say === 'unlocked') void hearUnlock()
    else if (store.get().status === 'in') lock()
  })
}

const attempt = async (): Promise<void> => {
  void settlePendingSignOut()
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
    if (sessionEndOf(error) === 'locked') return lock()
    forgetEnded()
    store.set({ status: 'out', reason: null })
  }
}

/** Finds out, once, whether this browser has a session. Waits while there is no network. */
export const startSession = (): Promise<void> => {
  if (channel === null) joinTabs()
  starting ??= attempt().catch((error: unknown) => {
    starting = null
    throw error
  })
  return starting
}

/** Exchanges the token of a sign-in or sign-up for a session. */
export const openSession = async (token: string): Promise<void> => {
  await settlePendingSignOut()
  const open = await call('openSession', { token })
  setBearer(open.bearer)
  markSession()
  starting = Promise.resolve()
  store.set({ status: 'in' })
}

/**
 * Signs out. The server is told at once, or as soon as there is a network; the browser forgets all the same.
 * @param afterMs how long the screens stay, for saying goodbye
 * @returns when the server has been told, or could not be told for now
 */
export const signOut = (afterMs = 0): Promise<void> => {
  const go = () => {
    tellTabs({ say: 'left', reason: null })
    leave(null)
  }
  departing = afterMs > 0
  if (departing) clock.after(afterMs, () => departing && go())
  const told = tellServer('signedOut')
  closeCalls()
  if (!departing) go()
  return told
}

/** Ends the session here because the server says it is over. */
export const endSession = (reason: SessionEnd): void => {
  tellTabs({ say: 'left', reason })
  hearEnd(reason)
}

/** Ends the session here, and in the other tabs, because nobody was there for too long; the server is not told by this. */
export const expireSession = (): void => {
  leave('idle')
  tellTabs({ say: 'left', reason: 'idle' })
}

/**
 * Locks instead of ending: a payment page is open elsewhere and the flow goes on afterwards.
 * @returns false when the server knows of no such payment and has locked nothing
 */
export const lockSession = async (): Promise<boolean> => {
  const resume = location.pathname + location.search
  hide()
  tellTabs({ say: 'locked' })
  // Without an answer the screen stays locked; the server locks an idle session by its own clock.
  const told = call('lockSession', { resume }).then(
    ({ locked }) => locked,
    () => true,
  )
  locking = told
  const isLocked = await told
  if (store.get().status === 'locked') setBearer(null)
  return isLocked
}

/** Locks here because the server says so. */
export const noteLocked = (): void => hearEnd('locked')

/**
 * Goes on in a locked session, in every tab.
 * @returns where the person was, for a tab that had only just been opened; null when the tab stays where it is, and when
 * the session has ended meanwhile
 */
export const unlock = async (password: string): Promise<string | null> => {
  // A lock that arrives after the unlocking would ask for the password again.
  await locking
  const before = store.get()
  try {
    const open = await call('unlockSession', { password })
    setBearer(open.bearer)
    store.set({ status: 'in' })
    tellTabs({ say: 'unlocked' })
    return before.status === 'locked' && before.place === null ? (open.resume ?? null) : null
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.code !== 'sessionClosed') throw error
    endSession(sessionEndOf(error))
    return null
  }
}

/** Forgets the reason once it has been shown. */
export const forgetReason = (): void => {
  const state = store.get()
  if (state.status === 'out' && state.reason !== null) store.set({ status: 'out', reason: null })
}

/** Starts over, as a reload of the page does. */
export const restartSession = (): void => {
  starting = null
  departing = false
  store.set({ status: 'starting' })
  wipe()
}
