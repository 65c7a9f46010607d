/** `npm run migrate -w @puente/server`: applies the migrations this release brings, as `migrator`, and ends. */
import { describeError } from '#platform/log.ts'
import { migrationFolders } from '#platform/db/folders.ts'
import { migrate, readMigrations } from '#platform/db/migrations.ts'
import { withClient } from '#platform/db/pool.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const url = process.env.MIGRATOR_DATABASE_URL
if (url === undefined || url === '') {
  process.stderr.write('MIGRATOR_DATABASE_URL: the connection string of the role `migrator` is missing\n')
  process.exitCode = 1
} else {
  try {
    const migrations = await readMigrations(migrationFolders)
    const applied = await withClient(url, (client) => migrate(client, migrations, say))
    say(applied.length === 0 ? 'Nothing to do' : `Applied ${applied.length} migrations`)
  } catch (error) {
    process.stderr.write(`${String(describeError(error).message)}\n`)
    process.exitCode = 1
  }
}
