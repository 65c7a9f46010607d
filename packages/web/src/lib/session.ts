/**
 * Whether somebody is signed in, as the screens see it. The truth is a cookie that scripts cannot read, so a start asks
 * the server once and shows nothing private before the answer. A session ends in one of three ways: the person signs
 * out, the server says it is over, or another tab says so; all three meet in `leave`.
 */
import { ApiRefusal, ApiUnreachable } from './api-errors.ts'
import { call, onSessionEnd, refresh, setBearer, type SessionEnd } from './api.ts'
import { onlineAgain, reportOffline } from './online.ts'
import { markSession, mayHaveSession } from './session-mark.ts'
import { createStore, useStore } from './store.ts'

export type SessionState =
  | { status: 'starting' }
  /** `reason` is set when a session has just ended and the sign-in screen should say why. */
  | { status: 'out'; reason: SessionEnd | null }
  | { status: 'in' }
  /** Only unlocking with the password is possible; `resume` is where the person was. */
  | { status: 'locked'; resume: string | null }

const store = createStore<SessionState>({ status: 'starting' })
let channel: BroadcastChannel | null = null
const cleaners = new Set<() => void>()
let starting: Promise<void> | null = null

export const session = { get: store.get, subscribe: store.subscribe }
export const useSession = (): SessionState => useStore(store)

/** Registers what must be emptied when a session ends. */
export const onLeave = (clean: () => void): void => {
  cleaners.add(clean)
}

const wipe = () => {
  setBearer(null)
  for (const clean of cleaners) clean()
  try {
    sessionStorage.clear()
    localStorage.clear()
  } catch {
    // Storage that cannot be reached holds nothing.
  }
}

const leave = (reason: SessionEnd | null): void => {
  if (store.get().status === 'out') return
  // The screens go first; emptying the cache under them would make them ask the server for what they have just lost.
  store.set({ status: 'out', reason })
  wipe()
}

const lock = (resume: string | null): void => {
  setBearer(null)
  store.set({ status: 'locked', resume })
  for (const clean of cleaners) clean()
}

onSessionEnd((reason) => {
  if (reason === 'locked') lock(null)
  else leave(reason)
})

/** Hears what other tabs do with the session they all share. */
const joinTabs = (): void => {
  if (typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel('puente-session')
  channel.addEventListener('message', ({ data }: MessageEvent<{ left: SessionEnd | null } | { locked: true }>) => {
    if ('left' in data) leave(data.left)
    else if (store.get().status === 'in') lock(null)
  })
}

const attempt = async (): Promise<void> => {
  if (!mayHaveSession()) {
    store.set({ status: 'out', reason: null })
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
    if (error.details['reason'] === 'locked') lock(null)
    else store.set({ status: 'out', reason: null })
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
  const open = await call('openSession', { token })
  setBearer(open.bearer)
  markSession()
  starting = Promise.resolve()
  store.set({ status: 'in' })
}

/** Signs out. Without a network the browser forgets all the same; the cookie then ends by its own clock. */
export const signOut = async (reason: 'signedOut' | 'idle'): Promise<void> => {
  const shown = reason === 'idle' ? reason : null
  const go = () => {
    channel?.postMessage({ left: shown })
    leave(shown)
  }
  // Whoever has been away too long sees nothing private on return, so the screen does not wait for the answer.
  if (reason === 'idle') go()
  await call('logout', { reason }).catch(() => undefined)
  go()
}

/** Ends the session here because the server says it is over. */
export const endSession = (reason: SessionEnd): void => {
  channel?.postMessage({ left: reason })
  leave(reason)
}

/** Locks instead of ending: a payment page is open elsewhere and the flow goes on afterwards. */
export const lockSession = async (resume: string): Promise<void> => {
  await call('lockSession', { resume }).catch(() => undefined)
  channel?.postMessage({ locked: true })
  lock(resume)
}

/** Locks here because the server says so. */
export const noteLocked = (): void => lock(null)

/** Goes on in a locked session. @returns where the person was, when the server knows */
export const unlock = async (password: string): Promise<string | null> => {
  const open = await call('unlockSession', { password })
  setBearer(open.bearer)
  const before = store.get()
  store.set({ status: 'in' })
  return open.resume ?? (before.status === 'locked' ? before.resume : null)
}

/** Forgets the reason once it has been shown. */
export const forgetReason = (): void => {
  const state = store.get()
  if (state.status === 'out' && state.reason !== null) store.set({ status: 'out', reason: null })
}

/** Starts over, as a reload of the page does. */
export const restartSession = (): void => {
  starting = null
  store.set({ status: 'starting' })
  wipe()
}
