/**
 * `npm run roles -w @puente/server`: makes roles, database, migrations and job queue on any PostgreSQL, once, with a
 * superuser's connection string in SUPERUSER_DATABASE_URL. Prints where the roles' passwords are kept, never the passwords.
 */
import { join, resolve } from 'node:path'
import { describeError } from '#platform/log.ts'
import { prepareDatabase } from '../prepare.ts'

const superuserUrl = process.env.SUPERUSER_DATABASE_URL
const stateDir = resolve(process.env.PUENTE_STATE ?? '.puente')

if (superuserUrl === undefined || superuserUrl === '') {
  process.stderr.write('SUPERUSER_DATABASE_URL: the connection string of a superuser is missing\n')
  process.exitCode = 1
} else {
  try {
    await prepareDatabase({ superuserUrl, stateDir, log: (line) => void process.stdout.write(`${line}\n`) })
    process.stdout.write(`The roles are ready; their passwords are in ${join(stateDir, 'secrets', 'database.json')}\n`)
  } catch (error) {
    process.stderr.write(`${String(describeError(error).message)}\n`)
    process.exitCode = 1
  }
}
