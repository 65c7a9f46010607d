/**
 * `npm run distribute`: spreads the tables over a Citus cluster, once its database is migrated. `CITUS_URL` leads to the
 * coordinator, as a superuser. `--dry-run` prints the statements and needs no database.
 */
import { parseArgs } from 'node:util'
import { distribute, distributionPlan } from '#platform/db/distribution/distribute.ts'
import { productPlaces } from '#platform/db/distribution/places.ts'
import { withClient } from '#platform/db/pool.ts'
import { describeError } from '#platform/log.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const fail = (line: string): void => {
  process.stderr.write(`${line}\n`)
  process.exitCode = 1
}

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
const url = process.env.CITUS_URL

if (values['dry-run']) {
  for (const { statement } of distributionPlan(productPlaces)) say(`${statement};`)
} else if (url === undefined || url === '') {
  fail(
    'CITUS_URL: the connection string of a Citus coordinator is missing. There is none on this machine unless you installed' +
      ' one; --dry-run prints what would be done.',
  )
} else {
  try {
    const done = await withClient(url, (client) => distribute(client, productPlaces))
    for (const { statement } of done) say(`${statement};`)
    say(done.length === 0 ? 'Nothing to do' : `${done.length} tables placed`)
  } catch (error) {
    fail(String(describeError(error).message))
  }
}
