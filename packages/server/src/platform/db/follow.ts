/**
 * Connections that follow the primary. node-postgres knows one host; with several, each new connection first asks which
 * of them takes writes. Everything that connects is made here, so that the query builder, the ledger's connections, the job
 * queue and what listens all move together: a lost or read-only connection makes this process look again, and when the
 * primary is found elsewhere, connections to any other server are cut. A primary that was replaced and runs on says nothing
 * of it: its commits wait for a standby that has left. So a newer one is looked for all the while.
 */
import { callbackify } from 'node:util'
import pg from 'pg'
import { hostUrls } from './hosts.ts'
import { createPrimaryFinder, NoPrimary, type PrimaryFinder } from './primary.ts'
import { inside } from './private/pg-client.ts'

/** What a pool or a single connection is made with. */
export type ConnectionTarget = { connectionString: string; Client: typeof pg.Client }

const READ_ONLY = '25006'
const LOOK_EVERY_MS = 3_000

const following = (finder: PrimaryFinder): typeof pg.Client => {
  const open = new Map<pg.Client, string>()
  finder.onFound((primary) => {
    for (const [client, url] of open) if (url !== primary) inside(client).connection.stream.destroy()
  })
  let watching: NodeJS.Timeout | undefined
  const watch = (client: pg.Client, url: string): void => {
    open.set(client, url)
    watching ??= setInterval(() => void finder.refresh(), LOOK_EVERY_MS).unref()
  }
  const forget = (client: pg.Client): void => {
    open.delete(client)
    if (open.size > 0) return
    clearInterval(watching)
    watching = undefined
  }

  const connectTo = async (client: pg.Client, connect: () => Promise<unknown>): Promise<void> => {
    const url = await finder.find()
    const { host, port } = new pg.Client({ connectionString: url })
    Object.assign(client, { host, port })
    let isStandby = false
    const { connection } = inside(client)
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') isStandby = parameterValue === 'on'
    })
    connection.on('errorMessage', ({ code }) => {
      if (code === READ_ONLY) finder.suspect(url)
    })
    client.on('error', () => finder.suspect(url))
    client.on('end', () => forget(client))
    // From the start, so that one that is being made while another primary is found is cut as well.
    watch(client, url)
    try {
      await connect()
    } catch (error) {
      forget(client)
      finder.suspect(url)
      throw error
    }
    if (isStandby) {
      finder.suspect(url)
      await client.end()
      throw new NoPrimary(`${host}:${port} has become a standby`)
    }
  }

  // A pool makes its clients with `new`, which hands on what a function returns.
  const FollowingClient = function (config?: pg.ClientConfig): pg.Client {
    const client = new pg.Client(config)
    const connect = client.connect.bind(client) as () => Promise<unknown>
    const connectThere = (callback?: (error?: Error) => void): Promise<void> | undefined => {
      const connecting = connectTo(client, connect)
      if (!callback) return connecting
      callbackify(() => connecting)(callback)
      return undefined
    }
    return Object.assign(client, { connect: connectThere }) as pg.Client
  }
  return FollowingClient as unknown as typeof pg.Client
}

/** How to connect to a database: to its one server as it is named, or to whichever of several is the primary. */
export const connectionFor = (url: string): ConnectionTarget => {
  const urls = hostUrls(url)
  const [first = url] = urls
  return urls.length === 1
    ? { connectionString: url, Client: pg.Client }
    : { connectionString: first, Client: following(createPrimaryFinder(urls)) }
}
