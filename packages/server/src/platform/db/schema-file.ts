/**
 * `schema.gen.ts`, the types of all tables. Its first line says which migrations they are of, so that a new migration is
 * noticed without a database, before the compiler misses a table in many long messages.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { migrationFolders } from './folders.ts'
import { readMigrations } from './migrations.ts'

const target = fileURLToPath(new URL('schema.gen.ts', import.meta.url))

const MEND = 'run `npm run schema -w @puente/server`'

/** What a test says beside types that are not those of its database. */
export const STALE_SCHEMA = `packages/server/src/platform/db/schema.gen.ts is stale: ${MEND}`

const firstLine = async (): Promise<string> => {
  const migrations = await readMigrations(migrationFolders)
  const hash = createHash('sha256')
  for (const { name, sha256 } of migrations) hash.update(`${name} ${sha256}\n`)
  return `// Of the migrations up to ${migrations.at(-1)?.name}: ${hash.digest('hex').slice(0, 16)}\n`
}

/** The generated types, without the line on the migrations. */
export const readSchema = async (): Promise<string> => (await readFile(target, 'utf8')).replace(/^\/\/ Of .*\n/, '')

export const writeSchema = async (types: string): Promise<void> => writeFile(target, (await firstLine()) + types)

/** What is wrong with the file as against the migrations beside it, with the command that mends it; null when nothing is. */
export const schemaTrouble = async (): Promise<string | null> => {
  const [line = ''] = (await readFile(target, 'utf8')).split('\n', 1)
  const wanted = await firstLine()
  if (`${line}\n` === wanted) return null
  return `${STALE_SCHEMA}\n  it is   ${line}\n  not     ${wanted.trimEnd()}`
}
