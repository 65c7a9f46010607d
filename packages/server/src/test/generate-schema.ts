/** Writes `platform/db/schema.gen.ts` from the migrations: `npm run schema -w @puente/server`, after every new one. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startScratchPostgres } from '@puente/postgres'
import { generateSchema } from '#platform/db/generate.ts'
import { withLogin } from '#platform/db/hosts.ts'
import { writeSchema } from '#platform/db/schema-file.ts'
import { prepareDatabase } from '../prepare.ts'

const cluster = await startScratchPostgres()
const stateDir = await mkdtemp(join(tmpdir(), 'puente-schema-'))
try {
  await prepareDatabase({ superuserUrl: cluster.superuserUrl, stateDir })
  await writeSchema(await generateSchema(withLogin(cluster.superuserUrl, { database: 'puente' })))
} finally {
  await rm(stateDir, { recursive: true, force: true })
  await cluster.remove()
}
