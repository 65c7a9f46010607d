/**
 * Makes the data folder, once. initdb works in a folder beside it that is renamed into place when it is whole, so `data` is
 * either absent or initialised: an interrupted attempt is thrown away and started over, and `data` itself is never deleted.
 */

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { codeOf, PostgresFailed } from './failed.ts'
import { exists, giveTo, renameDurably, writePrivately } from './files.ts'
import type { Place } from './place.ts'
import { run } from './processes.ts'

/** Whether there is a database. An empty `data` counts as none; a full one that is no database is refused, not removed. */
const isInitialised = async (dataDir: string): Promise<boolean> => {
  if (await exists(join(dataDir, 'PG_VERSION'))) return true
  if (!(await exists(dataDir))) return false
  await rmdir(dataDir).catch((cause: unknown) => {
    throw new PostgresFailed(`${dataDir} exists and is not a PostgreSQL data folder. Move it away.`, { cause })
  })
  return false
}

/** A fresh draft of the data folder beside the final place. Drafts of attempts that were cut short are removed first. */
export const makeDraft = async (place: Place): Promise<{ folder: string; dataDir: string }> => {
  for (const name of await readdir(place.home)) {
    // An initdb that outlived its launcher may still be writing there; it fails when its files go.
    if (name.startsWith('draft-')) await rm(join(place.home, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const folder = join(place.home, `draft-${randomBytes(6).toString('hex')}`)
  await mkdir(folder, { mode: 0o700 })
  return { folder, dataDir: join(folder, 'data') }
}

/** Puts a finished draft into place. */
export const adoptDraft = async (place: Place, draft: { folder: string; dataDir: string }): Promise<void> => {
  await renameDurably(draft.dataDir, place.dataDir)
  await rm(draft.folder, { recursive: true, force: true })
}

/** The kept password of the superuser; undefined before the first start and after a restore. */
export const findSecret = async (place: Place): Promise<string | undefined> => {
  try {
    return (await readFile(place.secretFile, 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const newSecret = (): string => randomBytes(32).toString('base64url')

export const keepSecret = async (place: Place, secret: string): Promise<void> => {
  await mkdir(dirname(place.secretFile), { recursive: true, mode: 0o700 })
  await writePrivately(place.secretFile, `${secret}\n`)
}

const initialise = async (place: Place, binaries: Binaries): Promise<string> => {
  const secret = (await findSecret(place)) ?? newSecret()
  await keepSecret(place, secret)
  const draft = await makeDraft(place)
  const passwordFile = join(draft.folder, 'password')
  await writePrivately(passwordFile, `${secret}\n`)
  await giveTo(place.user, draft.folder)

  const { code, output } = await run(
    binaries.initdb,
    [
      '-D',
      draft.dataDir,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
    ],
    { user: place.user },
  )
  if (code !== 0) throw new PostgresFailed('initdb failed.', { logTail: output })
  await adoptDraft(place, draft)
  return secret
}

/** Sets a new superuser password without knowing the old one: the owner of the data files may, in single-user mode. */
const resetSecret = async (place: Place, binaries: Binaries): Promise<string> => {
  const secret = newSecret()
  const { code, output } = await run(
    binaries.postgres,
    [
      '--single',
      '-D',
      place.dataDir,
      '-c',
      'exit_on_error=on',
      // A restored database replays its log here and serves no reads meanwhile, so it may be smaller than the original
      // server.
      '-c',
      'hot_standby=off',
      '-c',
      'timezone=UTC',
      '-c',
      'log_timezone=UTC',
      'postgres',
    ],
    { user: place.user, input: `ALTER ROLE postgres PASSWORD '${secret}'\n` },
  )
  if (code !== 0)
    throw new PostgresFailed('The restored database did not come up to have its superuser password set.', {
      logTail: output,
    })
  await keepSecret(place, secret)
  return secret
}

/**
 * Sees to it that there is a database and that we have its superuser's password, which it returns. A database without a
 * kept password is a restored one: backups carry no secrets. No server may be running.
 */
export const ensureInitialised = async (place: Place, binaries: Binaries): Promise<string> => {
  if (!(await isInitialised(place.dataDir))) return initialise(place, binaries)
  return (await findSecret(place)) ?? resetSecret(place, binaries)
}
