/**
 * Where things live. Normally everything is in `<state>/postgres`. When root keeps the state folder where the service
 * account cannot go (a home of mode 0700), data, socket and binaries live below /var/lib/puente and a pointer file in the
 * state folder says where. The pointer decides from then on: data is never looked for by guessing.
 */

import { createHash } from 'node:crypto'
import { chmod, link, mkdir, readFile, realpath, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from './failed.ts'
import { exists, syncPath } from './files.ts'
import type { ServiceUser } from './processes.ts'
import { canReach, chooseServiceUser, findOwnerAccount } from './service-user.ts'

export type Place = {
  /** Holds the folders below. Belongs to the account that started us; the service account may pass through it. */
  readonly home: string
  readonly dataDir: string
  readonly logFile: string
  readonly ownerFolder: string
  readonly secretFile: string
  /** The account PostgreSQL runs as; undefined when it is our own. */
  readonly user: ServiceUser | undefined
}

const systemHome = '/var/lib/puente'

export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Reads where an unreachable state folder keeps its database; undefined when it keeps it itself. */
export const findPointer = async (state: string): Promise<string | undefined> => {
  try {
    return (await readFile(join(state, 'postgres-location'), 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const writePointer = async (state: string): Promise<string> => {
  const wanted = join(systemHome, shortHash(state))
  // A folder left by an earlier state folder of the same path may hold someone's money: it is neither reused nor removed.
  let home = wanted
  for (let next = 2; await exists(home); next += 1) home = `${wanted}-${next}`
  // Whole or absent, also after a power cut: an empty pointer would lead nowhere, to data that is there.
  const draft = join(state, `postgres-location.new-${process.pid}`)
  try {
    await writeFile(draft, `${home}\n`, { mode: 0o644, flush: true })
    await link(draft, join(state, 'postgres-location'))
    await syncPath(state)
    return home
  } catch (error) {
    const written = codeOf(error) === 'EEXIST' ? await findPointer(state) : undefined
    if (written === undefined) throw error
    return written
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * A folder that the service account may pass through and no other account may list. The mode is set after mkdir, since
 * the umask may be stricter.
 */
const makeFolder = async (path: string, user: ServiceUser | undefined): Promise<void> => {
  await mkdir(path, { recursive: true })
  await chmod(path, user ? 0o711 : 0o700)
}

const findHome = async (state: string): Promise<{ home: string; user: ServiceUser | undefined }> => {
  const inState = join(state, 'postgres')
  const home = (await findPointer(state)) ?? inState
  const owner = await findOwnerAccount(join(home, 'data'))
  if (owner) return { home, user: owner }

  const user = await chooseServiceUser()
  await makeFolder(home, user)
  if (home !== inState || (await canReach(user, home))) return { home, user }

  await rmdir(home).catch(() => {}) // not empty: a log of an earlier attempt, harmless
  const elsewhere = await writePointer(state)
  await makeFolder(systemHome, user)
  await makeFolder(elsewhere, user)
  return { home: elsewhere, user }
}

/** Makes the state folder and decides where its database lives and as whom it runs. Starts nothing. */
export const preparePlace = async (stateDir: string): Promise<Place> => {
  await mkdir(stateDir, { recursive: true, mode: 0o711 })
  const state = await realpath(stateDir)
  const { home, user } = await findHome(state)
  return {
    home,
    user,
    dataDir: join(home, 'data'),
    logFile: join(home, 'postgres.log'),
    ownerFolder: join(home, 'owner'),
    secretFile: join(state, 'secrets', 'postgres-superuser'),
  }
}
