/** What a signed-in page does about notifications outside the app: it renews them, and opens what was tapped. */
import { renewPush } from '#lib/browser/push.ts'

/** Listens until the returned function is called. */
export const followPush = (userId: string, open: (path: string) => void): (() => void) => {
  void renewPush(userId).catch(() => undefined)
  const onMessage = ({ data, ports }: MessageEvent<unknown>) => {
    const path = (data as { open?: unknown } | null)?.open
    if (typeof path !== 'string' || !path.startsWith('/')) return
    // Without an answer the worker has the page go to the address.
    ports[0]?.postMessage('opened')
    open(path)
  }
  // A browser without workers, or one that has them switched off.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  workers?.addEventListener('message', onMessage)
  return () => workers?.removeEventListener('message', onMessage)
}
