import { randomBytes } from 'node:crypto'
import { dropDatabaseOnCluster } from '@puente/ledger'
import { ownServer } from '@puente/postgres'
import { inject } from 'vitest'
import { distribute } from '#platform/db/distribution/distribute.ts'
import { productPlaces } from '#platform/db/distribution/places.ts'
import { createDatabase, type Database } from '#platform/db/database.ts'
import { withClient } from '#platform/db/pool.ts'
import { withLogin } from '#platform/db/hosts.ts'
import { prepareDatabase } from '../prepare.ts'
import type { TestServer } from './global-setup.ts'

export type TestDatabase = {
  /** As the role `app`. */
  db: Database
  appUrl: string
  jobsUrl: string
  migratorUrl: string
  consoleUrl: string
  auditorUrl: string
  /** Superuser, inside this database. */
  superuserUrl: string
  close(): Promise<void>
}

const silent = { warn: () => {} }

/** Created and spread over the cluster's machines, in few pieces, since every test file makes one. */
const makeSpread = async ({ superuserUrl, stateDir }: TestServer, database: string): Promise<void> => {
  await prepareDatabase({ superuserUrl, stateDir, database })
  await withClient(withLogin(superuserUrl, { database }), async (client) => {
    await client.query('set citus.shard_count = 4')
    await distribute(client, productPlaces)
  })
}

const copyTemplate = ({ superuserUrl, template }: TestServer, database: string): Promise<unknown> =>
  withClient(superuserUrl, (client) =>
    client.query(`create database ${database} template ${template} owner owner strategy file_copy`),
  )

const drop = ({ superuserUrl, isSpread }: TestServer, database: string): Promise<unknown> =>
  isSpread
    ? dropDatabaseOnCluster(superuserUrl, database)
    : withClient(superuserUrl, (client) => client.query(`drop database ${database} with (force)`))

/** A fresh database with all migrations, for one test file: `close` it in `afterAll`. */
export const testDatabase = async (options: { max?: number } = {}): Promise<TestDatabase> => {
  const server = ownServer(inject('testServers'))
  const { superuserUrl, urls } = server
  const database = `test_${randomBytes(8).toString('hex')}`
  await (server.isSpread ? makeSpread(server, database) : copyTemplate(server, database))
  const inside = (url: string): string => withLogin(url, { database })
  const db = createDatabase({ url: inside(urls.appUrl), log: silent, ...options })
  return {
    db,
    appUrl: inside(urls.appUrl),
    jobsUrl: inside(urls.jobsUrl),
    migratorUrl: inside(urls.migratorUrl),
    consoleUrl: inside(urls.consoleUrl),
    auditorUrl: inside(urls.auditorUrl),
    superuserUrl: inside(superuserUrl),
    close: async () => {
      await db.close()
      await drop(server, database)
    },
  }
}
