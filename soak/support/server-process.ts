/** One server of the product, started from its real entry and watched: when it dies it is started again. */
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVER_NODE_ARGS } from '@puente/server'
import { type Child, startChild, whenReady } from '../../scripts/children.ts'
import { root } from '../../scripts/paths.ts'

export type ServerProcess = {
  url: string
  internalUrl: string
  pid: () => number | undefined
  /** Sends the signal to the process as it is now. */
  signal: (signal: NodeJS.Signals) => void
  /** Asks it to end, waits until it has, and starts it again; answers how long ending took, in milliseconds. */
  restart: () => Promise<number>
  /** For the next start only. */
  failpoints: (text: string) => void
  /** Settles when it was seen ready again after its latest end. */
  ready: () => Promise<void>
  /** How often it ended without being asked. */
  deaths: () => number
  stop: () => Promise<void>
}

const READY_MS = 90_000
const STOP_MS = 25_000
/** A supervisor's pause before it starts again. */
const PAUSE_MS = 200

export const startServer = async (
  name: string,
  env: Record<string, string>,
  ports: { web: number; internal: number },
): Promise<ServerProcess> => {
  let child: Child
  let isStopping = false
  let deaths = 0
  let failpoints = ''
  let ready: Promise<void> = Promise.resolve()

  const launch = (): void => {
    const own: Record<string, string> = {
      ...env,
      PUENTE_PORT: String(ports.web),
      INTERNAL_PORT: String(ports.internal),
    }
    if (failpoints !== '') own['FAILPOINTS'] = failpoints
    failpoints = ''
    child = startChild(name, join(root, 'packages/server/src/main.ts'), {
      env: own,
      nodeArgs: SERVER_NODE_ARGS,
      onUnexpectedExit: () => {
        deaths += 1
        again()
      },
    })
    ready = whenReady(child, READY_MS)
    // A failure rejects for those who await it, which callers need not do.
    ready.catch(() => {})
  }
  const again = (): void => {
    if (isStopping) return
    ready = sleep(PAUSE_MS).then(() => {
      if (isStopping) return
      launch()
      return ready
    })
    ready.catch(() => {})
  }

  /** A start that fails, because the database is still recovering for example, is followed by another one. */
  const whenUp = async (): Promise<void> => {
    for (const until = Date.now() + READY_MS; ; await sleep(PAUSE_MS)) {
      const latest = ready
      try {
        return await latest
      } catch (error) {
        if (Date.now() > until) throw error
      }
    }
  }

  const killAtExit = (): void => void child.process.kill('SIGKILL')
  process.once('exit', killAtExit)
  launch()
  await whenUp()
  return {
    url: `http://127.0.0.1:${ports.web}`,
    internalUrl: `http://127.0.0.1:${ports.internal}`,
    pid: () => child.process.pid,
    signal: (signal) => void child.process.kill(signal),
    restart: async () => {
      const started = performance.now()
      await child.stop(STOP_MS)
      const tookMs = performance.now() - started
      launch()
      await whenUp()
      return tookMs
    },
    failpoints: (text) => {
      failpoints = text
    },
    ready: whenUp,
    deaths: () => deaths,
    stop: async () => {
      isStopping = true
      process.off('exit', killAtExit)
      // A stopped process hears nothing else.
      child.process.kill('SIGCONT')
      await child.stop(STOP_MS)
      if (child.process.exitCode === null && child.process.signalCode === null) await once(child.process, 'exit')
    },
  }
}
