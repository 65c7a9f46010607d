/**
 * A stop in order: no new requests, the open ones and the streams end, what the ledger has taken is posted, running jobs
 * end, and the database connections last. Every step is bounded; a step that fails or hangs does not keep the later ones
 * from happening.
 */
import closeWithGrace from 'close-with-grace'
import type { Drain } from './drain.ts'
import type { Log } from './log.ts'

export type Step = { name: string; close: () => Promise<unknown>; withinMs?: number }

const STEP_MS = 5_000
/** After this, and the time to drain, the process ends whatever is still open. */
const ALTOGETHER_MS = 20_000

const within = async (promise: Promise<unknown>, ms: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${ms} ms`)), ms)
  })
  try {
    await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Closes everything, in the order given. */
export const closeInOrder = async (steps: readonly Step[], log: Pick<Log, 'warn'>): Promise<void> => {
  for (const { name, close, withinMs = STEP_MS } of steps) {
    try {
      await within(Promise.resolve().then(close), withinMs)
    } catch (err) {
      log.warn({ err, component: name }, 'a part did not close as it should')
    }
  }
}

/** Closes when the process is asked to end, after it has drained, or at once when an uncaught error leaves it in an unknown state. */
export const closeOnSignals = (
  steps: readonly Step[],
  log: Log,
  drain?: Pick<Drain, 'ms' | 'begin'>,
): { close(): void; uninstall(): void } =>
  closeWithGrace(
    { delay: ALTOGETHER_MS + (drain?.ms ?? 0), logger: { error: (err: unknown) => log.error({ err }, 'stopping') } },
    async ({ signal, err }) => {
      if (err) log.fatal({ err }, 'an uncaught error')
      else {
        log.info({ signal: signal ?? 'asked' }, 'stopping')
        await drain?.begin()
      }
      await closeInOrder(steps, log)
    },
  )
