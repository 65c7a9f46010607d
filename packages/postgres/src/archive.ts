/**
 * The archive of the write-ahead log: the server copies every segment it has finished to a folder, whole or not at all.
 * From a backup and the segments since, a database comes back as it stood at the end of the archive or at any moment after
 * the backup. A segment that is there already is accepted when it is the same and never overwritten: a second server that
 * was pointed at the same folder by mistake stops archiving, and spoils nothing.
 */

import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from './connection.ts'
import { PostgresFailed } from './failed.ts'
import { exists, giveTo, writePrivately } from './files.ts'
import type { Place } from './place.ts'

/** A word for the server's shell, in which `%` has a meaning of its own. */
const shellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`
const settingLine = (name: string, value: string): string => `${name} = '${value.replaceAll(/['\\]/g, '$&$&')}'\n`

/** Makes the folder, accessible only to the account that the server runs as. */
export const prepareArchive = async (archiveDir: string, { user }: Pick<Place, 'user'>): Promise<void> => {
  await mkdir(archiveDir, { recursive: true, mode: 0o700 })
  await chmod(archiveDir, 0o700)
  await giveTo(user, archiveDir)
}

/** Settings of a server that archives; a quiet one finishes its segment after a minute, so that no more is ever missing. */
export const archiving = (archiveDir: string): Readonly<Record<string, string>> => {
  const folder = shellWord(archiveDir)
  const [kept, draft] = [`${folder}/%f`, `${folder}/%f.part`]
  const copy = `test ! -e ${kept} && cp %p ${draft} && sync ${draft} && mv ${draft} ${kept} && sync ${folder}`
  return {
    archive_mode: 'on',
    archive_command: `cmp -s %p ${kept} || { ${copy}; }`,
    archive_timeout: '60s',
  }
}

/** Has the next start replay the archive: all of it, or up to and including what was committed at `until`. */
export const replayArchive = async (options: {
  dataDir: string
  archiveDir: string
  until?: Date | undefined
}): Promise<void> => {
  const { dataDir, archiveDir, until } = options
  const kept = `${shellWord(archiveDir)}/%f`
  // The server knows no names of zones yet when it reads the time.
  const lines = [
    settingLine('restore_command', `test -f ${kept} && cp ${kept} %p`),
    settingLine('recovery_target_timeline', 'latest'),
    settingLine('recovery_target_action', 'promote'),
    ...(until ? [settingLine('recovery_target_time', until.toISOString().replace('Z', '+00'))] : []),
  ]
  // In place of the saved server's own: a target left from an earlier recovery would stop this one.
  await writePrivately(join(dataDir, 'postgresql.auto.conf'), lines.join(''))
  await writePrivately(join(dataDir, 'recovery.signal'), '')
}

const pollMs = 20

/**
 * Finishes the segment that is being written and waits until it is archived: what was committed before the call is then
 * in the archive. Answers the segment's name; throws PostgresFailed when it is not there in time.
 */
export const archiveNow = async (options: {
  superuserUrl: string
  archiveDir: string
  withinMs?: number
}): Promise<string> => {
  const { superuserUrl, archiveDir, withinMs = 60_000 } = options
  const segment = await withClient(superuserUrl, async (client) => {
    // Something to archive, in case nothing was written since the last time.
    await client.query(`SELECT pg_create_restore_point('archive')`)
    const { rows } = await client.query<{ segment: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS segment')
    return rows[0]?.segment ?? ''
  })
  for (const started = performance.now(); !(await exists(join(archiveDir, segment))); await sleep(pollMs)) {
    if (performance.now() - started > withinMs)
      throw new PostgresFailed(`The segment ${segment} was not archived in time.`)
  }
  return segment
}
