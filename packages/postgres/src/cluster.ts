import { connectionString, type Listen, type Login } from './connection.ts'
import type { Place } from './place.ts'
import { type StopMode, stopPostmaster } from './postmaster.ts'
import { isAlive, type ProcessIdentity } from './processes.ts'
import { removeSocket } from './socket.ts'

/** A running database server that belongs to this process until `stop`. */
export type Cluster = {
  /** Connection string of the superuser `postgres`, to the database `postgres`. Holds its password: never log it. */
  readonly superuserUrl: string
  /** Connection string of any other role. */
  urlFor(login: Login): string
  readonly dataDir: string
  readonly logFile: string
  /** Process number of the server. */
  readonly pid: number
  /** Settles when the server has ended, asked or not. After an unasked end call `stop`, then start again. */
  readonly exited: Promise<void>
  /**
   * Stops the server and gives the state folder back; when it returns, no process and no socket is left. Safe to call
   * twice; `immediate` hurries a `fast` stop that is under way.
   */
  stop(mode?: StopMode): Promise<void>
}

const watchIntervalMs = 250

/** Settles when the process is gone. Polls, since an adopted server is not our child; keeps no process alive for it. */
const watchExit = (who: ProcessIdentity): Promise<void> =>
  new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isAlive(who)) return
      clearInterval(timer)
      resolve()
    }, watchIntervalMs)
    timer.unref()
  })

export const describeCluster = (running: {
  who: ProcessIdentity
  listen: Listen
  password: string
  place: Place
  log: (line: string) => void
  release: () => Promise<void>
}): Cluster => {
  const { who, listen, place, log } = running
  let stopping: Promise<void> | undefined

  const stopAndRelease = async (mode: StopMode): Promise<void> => {
    await stopPostmaster(who, mode, log)
    await removeSocket(listen)
    await running.release()
  }

  return {
    superuserUrl: connectionString(listen, { user: 'postgres', password: running.password, database: 'postgres' }),
    urlFor: (login) => connectionString(listen, login),
    dataDir: place.dataDir,
    logFile: place.logFile,
    pid: who.pid,
    exited: watchExit(who),
    stop: async (mode = 'fast') => {
      if (stopping && mode === 'immediate') await stopPostmaster(who, mode, log)
      stopping ??= stopAndRelease(mode)
      await stopping
    },
  }
}
