/**
 * From a bare PostgreSQL to one that the server can use: roles, database, migrations, job queue. Run at every start; when
 * nothing is missing it only looks.
 */
import { isCluster, makeDatabaseOnCluster, workerUrlsOf } from '@puente/ledger'
import { runMigrations as migrateJobQueue } from 'graphile-worker'
import type { Client } from 'pg'
import { migrationFolders } from '#platform/db/folders.ts'
import { withLogin } from '#platform/db/hosts.ts'
import { migrate, readMigrations } from '#platform/db/migrations.ts'
import { createPool, withClient } from '#platform/db/pool.ts'
import {
  ensureDatabase,
  ensureDatabaseGrants,
  ensureRoles,
  type LoginRole,
  type Passwords,
} from '#platform/db/roles.ts'
import { databasePasswords, keepOperatorUrls } from '#platform/secrets.ts'

export type PrepareOptions = {
  /** Connection string of a superuser, or of a role that may make roles and databases. */
  superuserUrl: string
  /** The roles' passwords are made here once and kept, mode 0600. */
  stateDir: string
  database?: string
  log?: (line: string) => void
}

export type Prepared = Record<'appUrl' | 'jobsUrl' | 'migratorUrl' | 'consoleUrl' | 'auditorUrl' | 'backupUrl', string>

const isJobQueueThere = (superuserUrl: string): Promise<boolean> =>
  withClient(superuserUrl, async (client) => {
    const { rows } = await client.query<{ found: boolean }>(
      `select to_regclass('graphile_worker.migrations') is not null as found`,
    )
    return rows[0]?.found === true
  })

const installJobQueue = async (url: string): Promise<void> => {
  const pool = createPool({ url, log: { warn: () => {} }, max: 1, queryTimeoutMs: 30_000, plainTypes: true })
  try {
    await migrateJobQueue({ pgPool: pool })
  } finally {
    await pool.end()
  }
}

/** The right to make a schema is given for the moment of making it, and taken back. */
const prepareJobQueue = async (superuserUrl: string, jobsUrl: string, database: string): Promise<void> => {
  if (await isJobQueueThere(superuserUrl)) return
  await withClient(superuserUrl, (client) => client.query(`grant create on database "${database}" to jobs`))
  try {
    await installJobQueue(jobsUrl)
  } finally {
    await withClient(superuserUrl, (client) => client.query(`revoke create on database "${database}" from jobs`))
  }
}

/** Roles reach the workers when they are made in a cluster, and not those that were there before it. */
const ensureRolesOnWorkers = async (superuserUrl: string, passwords: Passwords): Promise<void> => {
  for (const url of await workerUrlsOf(superuserUrl)) {
    await withClient(url, async (worker) => {
      await worker.query('set citus.enable_ddl_propagation = off')
      await ensureRoles(worker, passwords, true)
    })
  }
}

const prepareInside = async (superuser: Client, options: PrepareOptions): Promise<Prepared> => {
  const { superuserUrl, stateDir, database = 'puente', log = () => {} } = options
  const passwords: Passwords = databasePasswords(stateDir)
  const isOnCluster = await isCluster(superuser)
  await ensureRoles(superuser, passwords, isOnCluster)
  if (isOnCluster) {
    await ensureRolesOnWorkers(superuserUrl, passwords)
    await makeDatabaseOnCluster(superuserUrl, database, 'owner')
  } else await ensureDatabase(superuser, database)
  const url = (role: LoginRole): string => withLogin(superuserUrl, { user: role, password: passwords[role], database })
  const insideUrl = withLogin(superuserUrl, { database })
  await withClient(insideUrl, (client) => ensureDatabaseGrants(client, database))
  const migrations = await readMigrations(migrationFolders)
  await withClient(url('migrator'), (client) => migrate(client, migrations, log))
  await prepareJobQueue(insideUrl, url('jobs'), database)
  const prepared: Prepared = {
    appUrl: url('app'),
    jobsUrl: url('jobs'),
    migratorUrl: url('migrator'),
    consoleUrl: url('console'),
    auditorUrl: url('auditor'),
    backupUrl: url('backup'),
  }
  keepOperatorUrls(stateDir, prepared)
  return prepared
}

/** Prepares the database and answers with the connection strings of its roles; they hold passwords, never log them. */
export const prepareDatabase = async (options: PrepareOptions): Promise<Prepared> => {
  const { superuserUrl, database = 'puente' } = options
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(database)) throw new Error(`"${database}" is no name for a database`)
  return withClient(superuserUrl, async (superuser) => {
    // One at a time: processes altering the same role or grant get "tuple concurrently updated". Ends with the connection.
    await superuser.query(`select pg_advisory_lock(hashtext('puente.prepare'))`)
    return prepareInside(superuser, options)
  })
}
