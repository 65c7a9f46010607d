/**
 * Starts PostgreSQL and answers for it. Three things make this more than a spawn. "I can connect" does not mean "mine
 * started": after a crash of ours an older server may still answer, so the lock file must name the child we made. That older
 * server is taken over when it is what we would have started, and replaced otherwise. And the server leads a process group
 * of its own, so that Ctrl-C stops the application first and the database after it.
 */

import { spawn } from 'node:child_process'
import { open, realpath, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { archiving, prepareArchive } from './archive.ts'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { type Cluster, describeCluster } from './cluster.ts'
import { connectionString, type Listen, withClient } from './connection.ts'
import { PostgresFailed } from './failed.ts'
import { exists, readTail, writePrivately } from './files.ts'
import { ensureInitialised, findSecret } from './initdb.ts'
import { claim } from './owner.ts'
import { type Place, preparePlace } from './place.ts'
import { commandLine, findCommand, findPostmaster, removeStaleLock, stopPostmaster } from './postmaster.ts'
import { childEnvironment, identify, isAlive, type ProcessIdentity } from './processes.ts'
import { accessRules, heapEnvironment, serverArguments } from './settings.ts'
import { chooseListen, removeSocket } from './socket.ts'

export type StartOptions = {
  /** Everything lives here or is pointed to from here. Made when absent. */
  stateDir: string
  /** Told, in plain sentences, what is going on. */
  log?: (line: string) => void
  /** PostgreSQL settings that replace our defaults. */
  settings?: Readonly<Record<string, string>>
  /**
   * Where every finished segment of the log is copied; made when absent. The absolute path of a folder that the account the
   * server runs as can reach, and that no other database archives into.
   */
  archiveDir?: string
  /** What the server sees of the environment beside what every child sees and `heapEnvironment`; nothing by default. */
  environment?: Readonly<Record<string, string>>
  /** The way in; by default a Unix socket wherever the system has them. */
  transport?: 'socket' | 'loopback'
}

type Launch = {
  readonly place: Place
  readonly binaries: Binaries
  readonly settings: Readonly<Record<string, string>>
  readonly environment: Readonly<Record<string, string>>
  readonly log: (line: string) => void
}

/** Recovery after a crash replays at most a few gigabytes; ten minutes is far beyond that on any disk. */
const readyWithinMs = 600_000
const attempts = 10
const logRotationBytes = 10_000_000

const checkLogin = (listen: Listen, password: string): Promise<unknown> =>
  withClient(connectionString(listen, { user: 'postgres', password, database: 'postgres' }), (client) =>
    client.query('SELECT 1'),
  )

/** Starts the program with its log in a file: a pipe would break, and fill, when we are gone and it is not. */
const spawnServer = async (
  launch: Launch,
  args: readonly string[],
): Promise<{ pid: number | undefined; offset: number }> => {
  const { logFile, user } = launch.place
  if ((await exists(logFile)) && (await stat(logFile)).size > logRotationBytes) await rename(logFile, `${logFile}.1`)
  const file = await open(logFile, 'a', 0o600)
  try {
    if (user) await file.chown(user.uid, user.gid)
    const { size: offset } = await file.stat()
    const child = spawn(launch.binaries.postgres, args, {
      cwd: '/',
      env: { ...childEnvironment(), ...heapEnvironment, ...launch.environment },
      detached: true,
      windowsHide: true,
      stdio: ['ignore', file.fd, file.fd],
      ...user,
    })
    child.on('error', () => {}) // then it has no pid, which the caller sees
    child.unref()
    return { pid: child.pid, offset }
  } finally {
    await file.close()
  }
}

/** One attempt: the server that became ready, or what it said before it ended. */
const launchOnce = async (launch: Launch, listen: Listen): Promise<{ who: ProcessIdentity } | { tail: string }> => {
  const { place } = launch
  await writePrivately(join(place.dataDir, 'pg_hba.conf'), accessRules(listen), place.user)
  const { pid, offset } = await spawnServer(launch, serverArguments(place.dataDir, listen, launch.settings))
  const who = pid === undefined ? undefined : identify(pid)
  const started = Date.now()
  let remindAtMs = 5_000
  while (who && isAlive(who)) {
    const running = await findPostmaster(place.dataDir)
    if (running?.isReady && running.who.pid === who.pid) return { who }
    const waitedMs = Date.now() - started
    if (waitedMs > readyWithinMs) {
      await stopPostmaster(who, 'immediate', launch.log)
      break
    }
    if (waitedMs > remindAtMs) {
      remindAtMs *= 2
      launch.log(`PostgreSQL is not ready after ${Math.round(waitedMs / 1000)} s, probably recovering; waiting`)
    }
    await sleep(10)
  }
  return { tail: await readTail(place.logFile, { offset, limit: 4_000 }) }
}

/** Takes over a server left by a launcher that died, if it is healthy and just what we would start; stops it otherwise. */
const adoptOrStop = async (launch: Launch, transport: 'socket' | 'loopback'): Promise<Started | undefined> => {
  const { place, log } = launch
  const orphan = await findPostmaster(place.dataDir)
  if (!orphan) return undefined
  const listen = transport === 'loopback' ? { loopbackPort: orphan.port } : await chooseListen(place, transport)
  const wanted = commandLine(
    await realpath(launch.binaries.postgres),
    serverArguments(place.dataDir, listen, launch.settings),
  )
  const password = await findSecret(place)
  if (orphan.isReady && password !== undefined && (await findCommand(place.dataDir)) === wanted) {
    const isHealthy = await checkLogin(listen, password).then(
      () => true,
      () => false,
    )
    if (isHealthy) {
      log(`Took over the PostgreSQL that was still running (process ${orphan.who.pid})`)
      return { who: orphan.who, listen, password }
    }
  }
  log(`Stopping a PostgreSQL that was still running (process ${orphan.who.pid})`)
  await stopPostmaster(orphan.who, 'fast', log)
  return undefined
}

type Started = { who: ProcessIdentity; listen: Listen; password: string }

/** What an attempt says when something of an earlier server is still in its way and will soon be gone. */
const isStillOccupied = (tail: string): boolean =>
  /is still in use|lock file ".*" already exists|could not bind|could not create any (TCP\/IP|Unix-domain) sockets/.test(
    tail,
  )

const startOrAdopt = async (launch: Launch, transport: 'socket' | 'loopback'): Promise<Started> => {
  const { place, log } = launch
  for (let attempt = 1, pauseMs = 50; ; attempt += 1, pauseMs = Math.min(pauseMs * 2, 3_000)) {
    const adopted = await adoptOrStop(launch, transport)
    if (adopted) return adopted

    await removeStaleLock(place.dataDir)
    const password = await ensureInitialised(place, launch.binaries)
    const listen = await chooseListen(place, transport)
    const result = await launchOnce(launch, listen)
    if ('who' in result) {
      try {
        await checkLogin(listen, password)
      } catch (cause) {
        await stopPostmaster(result.who, 'fast', log)
        await removeSocket(listen)
        throw new PostgresFailed('PostgreSQL started, but the kept superuser password does not let us in.', { cause })
      }
      return { ...result, listen, password }
    }
    if (attempt === attempts || !isStillOccupied(result.tail)) {
      await removeSocket(listen)
      throw new PostgresFailed(`PostgreSQL did not start (log: ${place.logFile}).`, { logTail: result.tail })
    }
    log(`An earlier PostgreSQL has not let go of its files yet; attempt ${attempt + 1} in ${pauseMs} ms`)
    await sleep(pauseMs)
  }
}

/**
 * Starts the database of a state folder, making it first if need be, and answers once it takes connections.
 * Throws PostgresFailed, with the tail of the server's log, when it does not start or when a living process owns the folder.
 */
export const startPostgres = async (options: StartOptions): Promise<Cluster> => {
  const log = options.log ?? (() => {})
  const place = await preparePlace(options.stateDir)
  const release = await claim(place.ownerFolder, `The database in ${place.dataDir}`)
  try {
    const { archiveDir, environment = {} } = options
    if (archiveDir !== undefined) await prepareArchive(archiveDir, place)
    const settings = { ...(archiveDir !== undefined && archiving(archiveDir)), ...options.settings }
    const launch = { place, binaries: await prepareBinaries(place), settings, environment, log }
    const transport = options.transport ?? (process.platform === 'win32' ? 'loopback' : 'socket')
    const started = await startOrAdopt(launch, transport)
    return describeCluster({ ...started, place, log, release })
  } catch (error) {
    await release()
    throw error
  }
}
