/**
 * `npm run keys -- …`, what operators do about the keys of a server, which follows their files without a restart:
 *
 *   create                      makes every file of keys that is missing, as production wants them
 *   status                      the keys of each use, and how much is sealed under which
 *   rotate bearer|otp|sealing|papers
 *                               a new key for new writes; what was made under the old one is still accepted. Of an old key of papers
 *                               the public half is kept, and for good
 *   rewrap                      brings everything sealed under the new key now; the server does it by itself every hour
 *   remove bearer|otp|sealing KID
 *                               takes an old key away, once nothing needs it
 *
 * The files are those of PUENTE_STATE, the database and the folder of files those of the server: DATABASE_URL, JOBS_DATABASE_URL and
 * BLOB_DIR, or what was started last with this PUENTE_STATE. `docs/runbooks/production.md` says when.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { countKeyUse, NO_KEY, rewrapKeys } from '#features/operations/index.ts'
import { systemClock } from '#platform/clock.ts'
import { createDatabase } from '#platform/db/database.ts'
import { withClient } from '#platform/db/pool.ts'
import { COUNT_SEALED } from '#platform/db/private/graphile-tables.ts'
import { givenSetting } from '#platform/given-setting.ts'
import {
  createKeys,
  keyStates,
  removeKey,
  REMOVED,
  type Removed,
  ROTATED,
  type Rotated,
  rotateKeys,
} from '#platform/key-changes.ts'
import { createLog, describeError } from '#platform/log.ts'
import { loadKeys, SecretRefused } from '#platform/secrets.ts'
import { stateDirOfCommand } from '#platform/state-dir.ts'
import { createFileBlobs } from '#providers/files/file.ts'

const USAGE = `npm run keys -- create
npm run keys -- status
npm run keys -- rotate ${ROTATED.join('|')}
npm run keys -- rewrap
npm run keys -- remove ${REMOVED.join('|')} KID`

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const stateDir = stateDirOfCommand()
const clock = systemClock

/** A setting of the server, given, in the file that is named, or kept by the last start. */
const settingOf = (name: string, keptIn: string): string => {
  const given = givenSetting(process.env, name)
  if (given !== undefined) return given
  const path = join(stateDir, 'secrets', keptIn)
  if (!existsSync(path)) throw new SecretRefused(`${name}: missing`)
  return readFileSync(path, 'utf8').trim()
}

type Opened = Parameters<typeof rewrapKeys>[0]

const withServices = async <T>(work: (services: Opened) => Promise<T>): Promise<T> => {
  const log = createLog({ level: 'error', write: (line) => void process.stderr.write(line) })
  const db = createDatabase({ url: settingOf('DATABASE_URL', 'database-url'), log, name: 'puente keys', max: 2 })
  try {
    const blobs = createFileBlobs(resolve(process.env.BLOB_DIR?.trim() ?? join(stateDir, 'files')))
    return await work({ blobs, clock, db, keys: loadKeys({ stateDir, production: false }), log })
  } finally {
    await db.close()
  }
}

/** Values in tables and files by their key, and those that wait in the job queue. */
const usesOf = async (kids: readonly string[]): Promise<Map<string, number>> => {
  const use = await withServices(countKeyUse)
  await withClient(settingOf('JOBS_DATABASE_URL', 'jobs-database-url'), async (client) => {
    for (const kid of kids) {
      const { rows } = await client.query<{ count: number }>(COUNT_SEALED, [`v1.${kid}.`])
      use.set(kid, (use.get(kid) ?? 0) + (rows[0]?.count ?? 0))
    }
  })
  return use
}

const status = async (): Promise<void> => {
  for (const name of ROTATED) {
    const states = keyStates(stateDir, name)
    const use = name === 'sealing' ? await usesOf(states.map(({ kid }) => kid)) : null
    say(name)
    for (const [index, { kid, since, removableAt }] of states.entries()) {
      const facts = [
        index === 0 ? 'new writes' : 'reads only',
        since ? `since ${since}` : 'since unknown',
        ...(use ? [`${use.get(kid) ?? 0} values`] : []),
        ...(removableAt ? [`removable from ${removableAt.toISOString()}`] : []),
      ]
      say(`  ${kid}  ${facts.join(', ')}`)
    }
    const kids = new Set(states.map(({ kid }) => kid))
    for (const [kid, count] of use ?? [])
      if (!kids.has(kid)) say(`  ${kid}  ${kid === NO_KEY ? 'no envelope' : 'MISSING'}, ${count} values`)
  }
}

const isRemoved = (name: string | undefined): name is Removed => REMOVED.some((one) => one === name)
const isRotated = (name: string | undefined): name is Rotated => ROTATED.some((one) => one === name)

const run = async ([command, name, kid]: string[]): Promise<number> => {
  if (command === 'create')
    say(
      createKeys(stateDir, clock.now())
        .map((one) => `${one}.json made`)
        .join('\n') || 'Nothing was missing',
    )
  else if (command === 'status') await status()
  else if (command === 'rotate' && isRotated(name))
    say(`New writes are under ${rotateKeys(stateDir, name, clock.now())}`)
  else if (command === 'rewrap') {
    const { rewrapped, unreadable } = await withServices(rewrapKeys)
    say(`${rewrapped} values are under the new key now, ${unreadable.length} cannot be read`)
    return unreadable.length === 0 ? 0 : 1
  } else if (command === 'remove' && isRemoved(name) && kid !== undefined) {
    const use = name === 'sealing' ? await usesOf([kid]) : new Map<string, number>()
    const inUse = (use.get(kid) ?? 0) + (use.get(NO_KEY) ?? 0)
    removeKey(stateDir, name, kid, { at: clock.now(), inUse })
    say(`${kid} is gone`)
  } else {
    process.stderr.write(`${USAGE}\n`)
    return 2
  }
  return 0
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof SecretRefused ? error.message : String(describeError(error).message)}\n`)
  process.exitCode = 1
}
