/** Writes `platform/db/schema.gen.ts` from the migrations: `node src/test/generate-schema.ts`, after every new one. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startScratchPostgres } from '@puente/postgres'
import { generateSchema, writeSchema } from '#platform/db/generate.ts'
import { withLogin } from '#platform/db/hosts.ts'
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
