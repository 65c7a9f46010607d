/**
 * The service worker: registered when the page is idle, updated only when the person agrees. Under Trusted Types a plain
 * string is no script URL, so one policy creates the only one in use.
 */
import { Workbox } from 'workbox-window'
import { createStore, useStore } from './store.ts'

const SCRIPT = '/sw.js'
const waiting = createStore<Workbox | null>(null)

type ScriptPolicy = { createScriptURL: (url: string) => ConstructorParameters<typeof Workbox>[0] }
type TrustedTypes = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => ScriptPolicy
}

let policy: ScriptPolicy | null = null

const scriptUrl = () => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('puente-sw', {
    createScriptURL: (url) => {
      if (url !== SCRIPT) throw new TypeError('unknown script')
      return url
    },
  }) ?? { createScriptURL: (url) => url }
  return policy.createScriptURL(SCRIPT)
}

/** Registers the worker; again after a sign-out, which clears it away with all other storage. */
export const registerWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  const workbox = new Workbox(scriptUrl())
  workbox.addEventListener('waiting', () => waiting.set(workbox))
  await workbox.register()
}

export const useUpdate = (): boolean => useStore(waiting) !== null

/** Lets the new version take over, and shows it. */
export const applyUpdate = (): void => {
  const workbox = waiting.get()
  workbox?.addEventListener('controlling', () => location.reload())
  workbox?.messageSkipWaiting()
}

export const postponeUpdate = (): void => waiting.set(null)
