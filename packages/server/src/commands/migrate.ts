/** `npm run migrate -w @puente/server`: applies the migrations this release brings, as `migrator`, and ends; MIGRATOR_DATABASE_URL[_FILE] is its connection string. */
import { ConfigRefused } from '#platform/config-refused.ts'
import { describeError } from '#platform/log.ts'
import { givenSetting } from '#platform/given-setting.ts'
import { migrationFolders } from '#platform/db/folders.ts'
import { migrate, readMigrations } from '#platform/db/migrations.ts'
import { withClient } from '#platform/db/pool.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

try {
  const url = givenSetting(process.env, 'MIGRATOR_DATABASE_URL')
  if (url === undefined)
    throw new ConfigRefused('MIGRATOR_DATABASE_URL', 'the connection string of the role `migrator` is missing')
  const migrations = await readMigrations(migrationFolders)
  const applied = await withClient(url, (client) => migrate(client, migrations, say))
  say(applied.length === 0 ? 'Nothing to do' : `Applied ${applied.length} migrations`)
} catch (error) {
  process.stderr.write(`${String(describeError(error).message)}\n`)
  process.exitCode = 1
}
