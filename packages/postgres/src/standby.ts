/**
 * Servers that follow another one. A standby begins as an online backup of its primary, then receives its log as it is
 * written; a slot on the primary keeps what it has not received yet. A commit that waits for one of two standbys
 * (`synchronous_standby_names = 'ANY 1 (s1, s2)'`) is on the disk of whichever of them has received most, and that one is
 * promoted when the primary is lost. Nothing here decides that the primary is lost: that is the caller's to know.
 */

import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { backUp } from './backup.ts'
import type { Cluster } from './cluster.ts'
import { withClient } from './connection.ts'
import { PostgresFailed } from './failed.ts'
import { exists, writePrivately } from './files.ts'
import { keepSecret } from './initdb.ts'
import { startPostgres, type StartOptions } from './launcher.ts'
import { type Place, preparePlace } from './place.ts'
import { restore } from './restore.ts'

/** The server to follow. Its data is read once, on the same machine, when the standby has none yet. */
export type Primary = Pick<Cluster, 'superuserUrl' | 'dataDir'>

export type StandbyOptions = StartOptions & {
  primary: Primary
  /** Its name on the primary: that of its slot and in `synchronous_standby_names`. */
  name: string
}

const roleOf = (name: string): string => `standby_${name}`
const passFileOf = (place: Place): string => join(place.home, 'standby-password')

/** Runs one statement after another without waiting for any standby: there may be none yet. */
const onPrimary = (url: string, work: (client: Client) => Promise<void>): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('set synchronous_commit = local')
    await work(client)
  })

/** From here on the primary keeps its log for this standby. */
const ensureSlot = async (client: Client, name: string): Promise<void> => {
  const { rowCount } = await client.query('select from pg_replication_slots where slot_name = $1', [name])
  if (!rowCount) await client.query('select pg_create_physical_replication_slot($1, true)', [name])
}

const makeRole = async (client: Client, name: string, password: string): Promise<void> => {
  const role = escapeIdentifier(roleOf(name))
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [roleOf(name)])
  if (!rowCount) await client.query(`create role ${role} login replication`)
  await client.query(`alter role ${role} password ${escapeLiteral(password)}`)
}

const quoted = (value: string | number): string => `'${String(value).replaceAll(/['\\]/g, String.raw`\$&`)}'`

/** Where the primary is, for the standby's own connection. The password is in a file, since settings end up in backups. */
const connectionInfo = (primary: Primary, name: string, passFile: string): string => {
  const { host, port } = new Client({ connectionString: primary.superuserUrl })
  const parts = { host, port, user: roleOf(name), passfile: passFile, application_name: name, connect_timeout: 2 }
  return Object.entries(parts)
    .map(([key, value]) => `${key}=${quoted(value)}`)
    .join(' ')
}

const settingLine = (setting: string, value: string): string => `${setting} = '${value.replaceAll("'", "''")}'\n`

/** Copies the primary into an empty state folder and tells the copy whom to follow. */
const makeStandby = async ({ primary, name, stateDir }: StandbyOptions, place: Place): Promise<void> => {
  const password = randomBytes(32).toString('base64url')
  await onPrimary(primary.superuserUrl, async (client) => {
    await ensureSlot(client, name)
    await makeRole(client, name, password)
  })
  const copy = join(stateDir, `base-${randomBytes(6).toString('hex')}`)
  try {
    await backUp({ ...primary, target: copy })
    await restore({ source: copy, stateDir })
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
  // The same roles as on the primary, the superuser among them; setting a password of its own would write to the copy.
  await keepSecret(place, new Client({ connectionString: primary.superuserUrl }).password ?? '')
  await writePrivately(passFileOf(place), `*:*:*:${roleOf(name)}:${password}\n`, place.user)
  const settings =
    settingLine('primary_conninfo', connectionInfo(primary, name, passFileOf(place))) +
    settingLine('primary_slot_name', name)
  await writePrivately(join(place.dataDir, 'postgresql.auto.conf'), settings, place.user)
  await writePrivately(join(place.dataDir, 'standby.signal'), '', place.user)
}

/**
 * Starts a standby of `primary`, copying it first when the state folder has no database. Answers when it serves reads.
 * Settings that bound what a server can hold (`max_connections`) must not be lower than the primary's.
 */
export const startStandby = async (options: StandbyOptions): Promise<Cluster> => {
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(options.name))
    throw new PostgresFailed(`"${options.name}" is no name of a standby`)
  const place = await preparePlace(options.stateDir)
  if (!(await exists(place.dataDir))) await makeStandby(options, place)
  const { primary: _primary, name: _name, ...start } = options
  return startPostgres(start)
}

/** Position up to which a standby has the log on its disk, in bytes. */
const receivedBytes = (standby: Pick<Cluster, 'superuserUrl'>): Promise<bigint> =>
  withClient(standby.superuserUrl, async (client) => {
    const { rows } = await client.query<{ position: string }>(
      `select (greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) - '0/0'::pg_lsn)::text as position`,
    )
    return BigInt(rows[0]?.position ?? 0)
  })

/** Of the standbys that answer, the one that has received most: it holds every commit that any of them acknowledged. */
export const findLongest = async <S extends Pick<Cluster, 'superuserUrl'>>(standbys: readonly S[]): Promise<S> => {
  const found = await Promise.all(
    standbys.map((standby) =>
      receivedBytes(standby).then(
        (received) => [{ standby, received }],
        () => [],
      ),
    ),
  )
  const [longest] = found.flat().toSorted((one, other) => (one.received < other.received ? 1 : -1))
  if (!longest) throw new PostgresFailed('No standby answers.')
  return longest.standby
}

/** Makes a standby the primary; answers when it takes writes. The old primary must be gone for good. */
export const promote = (standby: Pick<Cluster, 'superuserUrl'>): Promise<void> =>
  withClient(standby.superuserUrl, async (client) => {
    const { rows } = await client.query<{ done: boolean }>('select pg_promote(true, 60) as done')
    if (!rows[0]?.done) throw new PostgresFailed('The standby was not promoted in time.')
  })

/** Has a running standby follow another primary, one that was promoted from the same history. */
export const follow = async (standby: Cluster, primary: Primary): Promise<void> => {
  await withClient(standby.superuserUrl, async (client) => {
    const { rows } = await client.query<{ name: string; info: string }>(
      `select current_setting('primary_slot_name') as name, current_setting('primary_conninfo') as info`,
    )
    const { name = '', info = '' } = rows[0] ?? {}
    const passFile = /passfile='([^']*)'/.exec(info)?.[1]
    if (name === '' || passFile === undefined) throw new PostgresFailed(`${standby.dataDir} is no standby of ours.`)
    await onPrimary(primary.superuserUrl, (other) => ensureSlot(other, name))
    await client.query(`alter system set primary_conninfo = ${escapeLiteral(connectionInfo(primary, name, passFile))}`)
    await client.query('select pg_reload_conf()')
  })
}
