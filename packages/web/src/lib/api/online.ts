/** Whether the network is there. The browser's word is taken for "no"; "yes" is only believed after an answer. */
import { call } from './api.ts'
import { ApiRefusal } from './api-errors.ts'
import { createStore, useStore } from '#lib/browser/store.ts'

const store = createStore(true)

export const useOnline = (): boolean => useStore(store)

/** Shows the offline screen. */
export const reportOffline = (): void => store.set(false)

/** Asks the server for a sign of life; hides the offline screen when it answers. */
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

/** Follows the browser's own word, from the start of the application on. */
export const watchNetwork = (): void => {
  if (!navigator.onLine) reportOffline()
  window.addEventListener('offline', reportOffline)
  window.addEventListener('online', () => void checkOnline())
}
