/**
 * An online backup, through PostgreSQL's own protocol. Files are copied while they change, so the copy alone is
 * inconsistent; the write-ahead log from the start of the copying to its end makes it consistent when the copy is
 * started. A replication slot keeps that log from being recycled meanwhile. The slot is temporary and the backup
 * belongs to one session: if we die, the server forgets both.
 */

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Client } from 'pg'
import { withClient } from './connection.ts'
import { type Copied, copyFileDurably, forEachFew } from './copying.ts'
import { codeOf, PostgresFailed } from './failed.ts'
import { exists, renameDurably, syncPath, writePrivately } from './files.ts'
import { type Manifest, manifestName } from './manifest.ts'

export type BackupReport = {
  /** The finished backup: a folder with `data` and a manifest. It holds no password, but all the data. */
  readonly target: string
  /** Everything committed before this position of the write-ahead log is in the backup, and nothing after it. */
  readonly stopLsn: string
  readonly files: number
  readonly bytes: number
  readonly tookMs: number
}

/** Folders whose contents mean nothing to another server, or come from elsewhere (the log is copied last). */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
/** Files that belong to the running server, or that we write ourselves. pg_control is copied last. */
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|global\/pg_control)$/
const rebuilt = /(^|\/)(pg_internal\.init(\.\d+)?|pgsql_tmp.*)$/

const listTree = async (root: string): Promise<{ folders: string[]; files: string[] }> => {
  const folders: string[] = []
  const files: string[] = []
  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [] // a database dropped meanwhile
      throw error
    })
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isSymbolicLink())
        throw new PostgresFailed(`${path} leads out of the data folder: tablespaces are not backed up.`)
      if (rebuilt.test(path) || leftOut.test(path)) continue
      if (entry.isDirectory()) {
        folders.push(path)
        if (!emptied.has(path)) await visit(path)
      } else if (entry.isFile()) files.push(path)
    }
  }
  await visit('')
  return { folders: [...folders, 'pg_wal/archive_status', 'pg_wal/summaries'], files }
}

/** Reads pg_control until two readings agree: the server rewrites it in place, and half of each would be useless. */
const readControlFile = async (path: string): Promise<Buffer> => {
  let previous = await readFile(path)
  for (let reading = 0; reading < 100; reading += 1) {
    const current = await readFile(path)
    if (current.equals(previous)) return current
    previous = current
  }
  throw new PostgresFailed(`${path} does not hold still.`)
}

const checkServes = async (
  client: Client,
  dataDir: string,
): Promise<{ serverVersion: number; systemIdentifier: string }> => {
  const { rows } = await client.query<{ folder: string; version: string; identifier: string }>(
    `SELECT current_setting('data_directory') AS folder, current_setting('server_version_num') AS version,
            system_identifier::text AS identifier FROM pg_control_system()`,
  )
  const row = rows[0]
  if (!row || (await realpath(row.folder)) !== (await realpath(dataDir))) {
    throw new PostgresFailed(`The server at the other end does not serve ${dataDir}.`)
  }
  return { serverVersion: Number(row.version), systemIdentifier: row.identifier }
}

const walSegment = /^[0-9A-F]{24}$/

/** Copies the log between two segment names, both included, and every file that tells the history of time lines. */
const copyWal = async (options: {
  from: string
  to: string
  dataDir: string
  copy: (path: string) => Promise<boolean>
}): Promise<void> => {
  const names = await readdir(join(options.dataDir, 'pg_wal'))
  // The first eight digits are the time line; the order of the rest is the order of the log.
  const isWanted = (name: string) =>
    name.endsWith('.history') ||
    (walSegment.test(name) && name.slice(8) >= options.from.slice(8) && name.slice(8) <= options.to.slice(8))
  const wanted = names.filter(isWanted).toSorted()
  if (!wanted.includes(options.from) || !wanted.includes(options.to)) {
    throw new PostgresFailed(`The log from ${options.from} to ${options.to} is not complete.`)
  }
  for (const name of wanted) {
    if (!(await options.copy(`pg_wal/${name}`)))
      throw new PostgresFailed(`The log file ${name} vanished although a slot holds it.`)
  }
}

const copyOnline = async (client: Client, dataDir: string, draft: string): Promise<Manifest> => {
  const startedAt = new Date().toISOString()
  const about = await checkServes(client, dataDir)
  const name = `backup_${randomBytes(6).toString('hex')}`
  await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [name])
  const start = await client.query<{ lsn: string; segment: string }>(
    'SELECT lsn::text, pg_walfile_name(lsn) AS segment FROM pg_backup_start($1, true) AS lsn',
    [name],
  )

  const files: Record<string, Copied> = {}
  const copy = async (path: string): Promise<boolean> => {
    const copied = await copyFileDurably(join(dataDir, path), join(draft, 'data', path))
    if (copied) files[path] = copied
    return copied !== undefined
  }
  const tree = await listTree(dataDir)
  for (const folder of tree.folders) await mkdir(join(draft, 'data', folder), { recursive: true, mode: 0o700 })
  await forEachFew(tree.files, async (path) => void (await copy(path)))
  const scratch = join(draft, 'written')
  const write = async (path: string, content: string | Buffer): Promise<void> => {
    await writeFile(scratch, content, { mode: 0o600 })
    const copied = await copyFileDurably(scratch, join(draft, 'data', path))
    if (copied) files[path] = copied
    await rm(scratch)
  }
  await write('global/pg_control', await readControlFile(join(dataDir, 'global', 'pg_control')))

  const stop = await client.query<{ lsn: string; segment: string; label: string }>(
    'SELECT lsn::text, pg_walfile_name(lsn) AS segment, labelfile AS label FROM pg_backup_stop(false)',
  )
  const [first, last] = [start.rows[0], stop.rows[0]]
  if (!first || !last) throw new PostgresFailed('PostgreSQL did not say where the backup begins and ends.')
  await write('backup_label', last.label)
  await copyWal({ from: first.segment, to: last.segment, dataDir, copy })
  for (const folder of ['', ...tree.folders]) await syncPath(join(draft, 'data', folder))
  return {
    format: 1,
    ...about,
    startLsn: first.lsn,
    stopLsn: last.lsn,
    startedAt,
    finishedAt: new Date().toISOString(),
    folders: tree.folders,
    files,
  }
}

/**
 * Backs up a running cluster, without stopping its work, to a folder that must not exist yet. The name appears when the
 * backup is whole and on the disk; until then the folder is called `<target>.partial`.
 */
export const backUp = async (options: {
  superuserUrl: string
  dataDir: string
  target: string
}): Promise<BackupReport> => {
  const started = performance.now()
  const { dataDir, target } = options
  if (await exists(target)) throw new PostgresFailed(`${target} exists already; a backup overwrites nothing.`)
  const draft = `${target}.partial`
  await mkdir(dirname(target), { recursive: true })
  await rm(draft, { recursive: true, force: true })
  await mkdir(join(draft, 'data'), { recursive: true, mode: 0o700 })
  try {
    const manifest = await withClient(options.superuserUrl, async (client) => {
      await client.query('SET statement_timeout = 0')
      return copyOnline(client, dataDir, draft)
    })
    await writePrivately(join(draft, manifestName), `${JSON.stringify(manifest, null, 1)}\n`)
    await renameDurably(draft, target)
    const copies = Object.values(manifest.files)
    const bytes = copies.reduce((sum, file) => sum + file.bytes, 0)
    return {
      target,
      stopLsn: manifest.stopLsn,
      files: copies.length,
      bytes,
      tookMs: Math.round(performance.now() - started),
    }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}
