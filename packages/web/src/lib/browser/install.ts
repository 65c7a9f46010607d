/** The browser's offer to install, kept until it is accepted; after a refusal it stays away for 15 days. */
import { readCookie, writeCookie } from './cookies.ts'
import { createStore, useStore } from './store.ts'

type InstallOffer = Event & { prompt: () => Promise<unknown> }

const REST_DAYS = 15
const offer = createStore<InstallOffer | null>(null)

/** Listens from the start: the offer comes once, perhaps before any banner has loaded. */
export const watchInstall = (): void => {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (readCookie('__Host-puente-install') === null) offer.set(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => offer.set(null))
}

export const useInstallOffer = (): InstallOffer | null => useStore(offer)

/** Opens the browser's own dialog. */
export const install = async (): Promise<void> => {
  const current = offer.get()
  offer.set(null)
  await current?.prompt()
}

export const declineInstall = (): void => {
  writeCookie('__Host-puente-install', 'later', REST_DAYS)
  offer.set(null)
}
