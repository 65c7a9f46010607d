/**
 * The database's roles: none that serves requests owns a table. `owner` owns everything and cannot log in; `migrator`
 * acts as `owner`; `app` serves; `jobs` owns the job queue, whose row-level security shuts out everyone who does not, and
 * `app` is its member so that a job can be added inside any transaction. Timeouts are set on the roles, because a setting
 * inside a transaction does not reach the shards of a distributed table; so is what guides the planner. The names are
 * fixed: migrations grant to them.
 */
import type { ClientBase } from 'pg'
import pg from 'pg'
import { isVerifierOf, scramVerifier } from './scram.ts'

export const LOGIN_ROLES = ['migrator', 'app', 'jobs', 'console', 'auditor', 'backup'] as const
export type LoginRole = (typeof LOGIN_ROLES)[number]
export type Passwords = Record<LoginRole, string>

const alive = {
  client_connection_check_interval: '2s',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  search_path: 'public',
}
const serving = { ...alive, statement_timeout: '3s', lock_timeout: '2s', idle_in_transaction_session_timeout: '5s' }
/**
 * Statements have names and are planned once for all values, as the tests of plans explain them; unsaid, PostgreSQL finds
 * a plan for each short list of ids cheaper, and making it takes longer than the lookup. A page costs the same wherever
 * it lies: with the default, which is for turning disks, small tables are read whole for every lookup.
 */
const planning = { plan_cache_mode: 'force_generic_plan', random_page_cost: '1.1' }
/**
 * A session of a cluster asks each machine by one connection, which is kept. By default a statement over several pieces opens more of
 * them and closes them again, and a new one takes a tenth of a second of a core to learn the tables.
 */
const spread = { 'citus.max_adaptive_executor_pool_size': '1' }
const onCluster: Partial<Record<LoginRole, Record<string, string>>> = {
  /** Citus finds the machine of a statement by its values, so it needs a plan for them; which it does, it decides itself. */
  app: { ...spread, plan_cache_mode: 'auto' },
  jobs: spread,
}
/** From PostgreSQL 17 on. */
const transactionTimeout: Partial<Record<LoginRole, string>> = { app: '8s', console: '8s' }

const settings: Record<LoginRole, Record<string, string>> = {
  migrator: { ...alive, statement_timeout: '0', lock_timeout: '5s', idle_in_transaction_session_timeout: '60s' },
  app: { ...serving, ...planning },
  jobs: { ...serving, statement_timeout: '30s' },
  console: serving,
  auditor: { ...serving, statement_timeout: '30s', default_transaction_read_only: 'on' },
  backup: { ...alive, statement_timeout: '0', default_transaction_read_only: 'on' },
}

const literal = pg.escapeLiteral

const ensureRole = async (client: ClientBase, role: LoginRole | 'owner', login: boolean): Promise<void> => {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
  if (rowCount) return
  await client.query(
    `create role "${role}" ${login ? 'login' : 'nologin'} noinherit nosuperuser nocreatedb nocreaterole`,
  )
}

/** Sets the password only when it is another one; without the right to read the stored ones, always. */
const setPasswords = async (client: ClientBase, passwords: Passwords): Promise<void> => {
  const { rows: rights } = await client.query<{ may: boolean }>(
    `select has_table_privilege('pg_authid', 'select') as may`,
  )
  const stored = new Map<string, string | null>()
  if (rights[0]?.may) {
    const { rows } = await client.query<{ name: string; verifier: string | null }>(
      'select rolname as name, rolpassword as verifier from pg_authid where rolname = any($1)',
      [LOGIN_ROLES],
    )
    for (const { name, verifier } of rows) stored.set(name, verifier)
  }
  for (const role of LOGIN_ROLES) {
    if (isVerifierOf(passwords[role], stored.get(role) ?? null)) continue
    await client.query(`alter role "${role}" password ${literal(scramVerifier(passwords[role]))}`)
  }
}

const settingsOf = (role: LoginRole, isOnCluster: boolean, version: number): Record<string, string> => {
  const timeout = version >= 170_000 ? transactionTimeout[role] : undefined
  return {
    ...settings[role],
    ...(isOnCluster ? onCluster[role] : {}),
    ...(timeout ? { transaction_timeout: timeout } : {}),
  }
}

const applySettings = async (client: ClientBase, isOnCluster: boolean): Promise<void> => {
  const { rows } = await client.query<{ name: string; wanted: string[] | null; version: number }>(
    `select rolname as name, rolconfig as wanted, current_setting('server_version_num')::int as version
       from pg_roles where rolname = any($1)`,
    [LOGIN_ROLES],
  )
  for (const { name, wanted, version } of rows) {
    for (const [key, value] of Object.entries(settingsOf(name as LoginRole, isOnCluster, version))) {
      if (wanted?.includes(`${key}=${value}`)) continue
      await client.query(`alter role "${name}" set ${key} = ${literal(value)}`)
    }
  }
}

/**
 * Makes or corrects all roles. Safe to run again; one process at a time.
 * @param isOnCluster on Citus the coordinator runs what `owner` does on the workers as `owner`, who may therefore log in
 * there: without a password, so that only the cluster's own way of knowing its machines (`pg_hba.conf`) lets it in
 */
export const ensureRoles = async (superuser: ClientBase, passwords: Passwords, isOnCluster: boolean): Promise<void> => {
  await superuser.query('begin')
  try {
    await ensureRole(superuser, 'owner', isOnCluster)
    if (isOnCluster) await superuser.query('alter role owner login password null')
    for (const role of LOGIN_ROLES) await ensureRole(superuser, role, true)
    await superuser.query('alter role app inherit')
    await superuser.query('alter role backup inherit')
    await superuser.query('grant owner to migrator')
    await superuser.query('grant jobs to app')
    await superuser.query('grant pg_read_all_data to backup')
    await setPasswords(superuser, passwords)
    await applySettings(superuser, isOnCluster)
    await superuser.query('commit')
  } catch (error) {
    await superuser.query('rollback').catch(() => {})
    throw error
  }
}

/** Makes the database when it is missing; it belongs to `owner`. */
export const ensureDatabase = async (superuser: ClientBase, database: string): Promise<void> => {
  const { rowCount } = await superuser.query('select 1 from pg_database where datname = $1', [database])
  if (rowCount) return
  await superuser.query(
    `create database ${pg.escapeIdentifier(database)} owner owner encoding 'UTF8' template template0`,
  )
}

/** What the roles may do inside the database, before the migrations grant the rest. `superuser` is connected to it. */
export const ensureDatabaseGrants = async (superuser: ClientBase, database: string): Promise<void> => {
  const name = pg.escapeIdentifier(database)
  for (const statement of [
    `revoke all on database ${name} from public`,
    `grant connect on database ${name} to ${LOGIN_ROLES.join(', ')}`,
    `revoke all on schema public from public`,
    `grant create, usage on schema public to owner`,
    `grant usage on schema public to ${LOGIN_ROLES.join(', ')}`,
  ]) {
    await superuser.query(statement)
  }
}
