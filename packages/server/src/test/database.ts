import { randomBytes } from 'node:crypto'
import { ownServer } from '@puente/postgres'
import { inject } from 'vitest'
import { createDatabase, type Database } from '#platform/db/database.ts'
import { withClient } from '#platform/db/pool.ts'
import { withLogin } from '#platform/db/hosts.ts'
import './global-setup.ts'

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

/** A fresh database with all migrations, for one test file: `close` it in `afterAll`. */
export const testDatabase = async (options: { max?: number } = {}): Promise<TestDatabase> => {
  const { superuserUrl, template, urls } = ownServer(inject('testServers'))
  const database = `test_${randomBytes(8).toString('hex')}`
  await withClient(superuserUrl, (client) =>
    client.query(`create database ${database} template ${template} owner owner strategy file_copy`),
  )
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
      await withClient(superuserUrl, (client) => client.query(`drop database ${database} with (force)`))
    },
  }
}
