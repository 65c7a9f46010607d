/** Whether there is a network. The browser is trusted when it says no; a yes is confirmed by a call. */
import { call } from './api.ts'
import { ApiRefusal } from './api-errors.ts'
import { createStore, useStore } from '#lib/browser/store.ts'

const store = createStore(true)

export const useOnline = (): boolean => useStore(store)

/** Shows the offline screen. */
export const reportOffline = (): void => store.set(false)

/** Checks whether the server answers; hides the offline screen if so. */
export const checkOnline = async (): Promise<boolean> => {
  try {
    await call('health', undefined, { timeoutMs: 5000 })
    store.set(true)
  } catch (error) {
    // A refusal is an answer too.
    store.set(error instanceof ApiRefusal)
  }
  return store.get()
}

/** Resolves when the network is back. */
export const onlineAgain = (): Promise<void> =>
  new Promise((resolve) => {
    if (store.get()) return resolve()
    const stop = store.subscribe(() => {
      if (!store.get()) return
      stop()
      resolve()
    })
  })

/** Follows the browser's online and offline events; call once at the start. */
export const watchNetwork = (): void => {
  if (!navigator.onLine) reportOffline()
  window.addEventListener('offline', reportOffline)
  window.addEventListener('online', () => void checkOnline())
}
