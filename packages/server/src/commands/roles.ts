/**
 * `npm run roles -w @puente/server`: makes roles, database, migrations and job queue on any PostgreSQL, once, with a
 * superuser's connection string in SUPERUSER_DATABASE_URL[_FILE]. Says where the roles' passwords and addresses are kept, never the
 * passwords.
 */
import { join, resolve } from 'node:path'
import { ConfigRefused } from '#platform/config-refused.ts'
import { givenSetting } from '#platform/given-setting.ts'
import { describeError } from '#platform/log.ts'
import { keepServerUrls, keepUrl } from '#platform/secrets.ts'
import { prepareDatabase } from '../prepare.ts'

const stateDir = resolve(process.env.PUENTE_STATE ?? '.puente')
const say = (line: string): void => void process.stdout.write(`${line}\n`)

try {
  const superuserUrl = givenSetting(process.env, 'SUPERUSER_DATABASE_URL')
  if (superuserUrl === undefined)
    throw new ConfigRefused('SUPERUSER_DATABASE_URL', 'the connection string of a superuser is missing')
  const urls = await prepareDatabase({ superuserUrl, stateDir, log: say })
  keepServerUrls(stateDir, urls)
  keepUrl(stateDir, 'migrator-database-url', urls.migratorUrl)
  keepUrl(stateDir, 'console-database-url', urls.consoleUrl)
  keepUrl(stateDir, 'auditor-database-url', urls.auditorUrl)
  say(`The roles are ready; their passwords and addresses are in ${join(stateDir, 'secrets')}`)
} catch (error) {
  process.stderr.write(`${String(describeError(error).message)}\n`)
  process.exitCode = 1
}
