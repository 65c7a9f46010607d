/**
 * A database on every machine of a Citus cluster. Each node keeps its own list of the others in each database, so a new
 * database is made on all of them and told who they are; roles, grants and tables then reach them automatically.
 */
import { Client, escapeIdentifier } from 'pg'
import type { ClientBase } from 'pg'

type Node = { host: string; port: number; isCoordinator: boolean }

type Asked = Pick<ClientBase, 'query'>

/** Whether the database that `client` is connected to belongs to a Citus cluster. */
export const isCluster = async (client: Asked): Promise<boolean> => {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from pg_extension where extname = 'citus') as found`,
  )
  return rows[0]?.found === true
}

const readNodes = async (client: Asked): Promise<Node[]> => {
  const { rows } = await client.query<Node>(
    `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node
      where noderole = 'primary' order by groupid`,
  )
  return rows
}

const at = (url: string, place: { node?: Node; database?: string }): string => {
  const result = new URL(url)
  if (place.node) Object.assign(result, { hostname: place.node.host, port: String(place.node.port) })
  if (place.database !== undefined) result.pathname = `/${encodeURIComponent(place.database)}`
  return result.href
}

const on = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

const workersOf = async (coordinatorUrl: string): Promise<Node[]> =>
  (await on(coordinatorUrl, readNodes)).filter(({ isCoordinator }) => !isCoordinator)

/** Where the workers of the coordinator's cluster are, for the same login and database. */
export const workerUrlsOf = async (coordinatorUrl: string): Promise<string[]> =>
  (await workersOf(coordinatorUrl)).map((node) => at(coordinatorUrl, { node }))

const ensureDatabase = (url: string, database: string, owner: string): Promise<void> =>
  on(url, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (rowCount) return
    const [name, role] = [database, owner].map((one) => escapeIdentifier(one))
    await client.query(`create database ${name} owner ${role} encoding 'UTF8' template template0`)
  })

const ensureExtension = (url: string): Promise<unknown> =>
  on(url, (client) => client.query('create extension if not exists citus'))

/**
 * Makes the database on all machines of the coordinator's cluster, and a cluster of the same machines in it. Safe to run again.
 * @param coordinatorUrl superuser, in a database of the coordinator that knows the cluster
 * @param owner the role that the database belongs to
 */
export const makeDatabaseOnCluster = async (coordinatorUrl: string, database: string, owner: string): Promise<void> => {
  const nodes = await on(coordinatorUrl, readNodes)
  for (const node of nodes.filter(({ isCoordinator }) => !isCoordinator)) {
    await ensureDatabase(at(coordinatorUrl, { node }), database, owner)
    await ensureExtension(at(coordinatorUrl, { node, database }))
  }
  await ensureDatabase(coordinatorUrl, database, owner)
  const inside = at(coordinatorUrl, { database })
  await ensureExtension(inside)
  await on(inside, async (client) => {
    const known = new Set((await readNodes(client)).map(({ host, port }) => `${host}:${port}`))
    for (const { host, port, isCoordinator } of nodes) {
      if (known.has(`${host}:${port}`)) continue
      if (isCoordinator) await client.query('select citus_set_coordinator_host($1, $2)', [host, port])
      else await client.query('select citus_add_node($1, $2)', [host, port])
    }
  })
}

/** Removes a database from all machines and closes its connections. */
export const dropDatabaseOnCluster = async (coordinatorUrl: string, database: string): Promise<void> => {
  const drop = (url: string) =>
    on(url, (client) => client.query(`drop database if exists ${escapeIdentifier(database)} with (force)`))
  const workers = await workersOf(coordinatorUrl)
  await drop(coordinatorUrl)
  for (const node of workers) await drop(at(coordinatorUrl, { node }))
}
