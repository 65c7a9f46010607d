/**
 * Writes `schema.gen.ts`, the types of all tables: `node src/platform/db/generate.ts <connection string>` of a migrated
 * database, or without an argument of a throw-away one.
 */
import { rm, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Cli } from 'kysely-codegen'

const target = fileURLToPath(new URL('schema.gen.ts', import.meta.url))

/** The types of a migrated database, as text. Connects as a role that sees every table. */
export const generateSchema = async (url: string): Promise<string> => {
  const outFile = join(tmpdir(), `puente-schema-${process.pid}.ts`)
  try {
    await new Cli().run({
      argv: [
        '--url',
        url,
        '--dialect',
        'postgres',
        '--out-file',
        outFile,
        '--log-level',
        'silent',
        '--default-schema',
        'public',
        '--date-parser',
        'string',
        '--type-mapping',
        '{"int8":"bigint"}',
      ],
    })
    return await readFile(outFile, 'utf8')
  } finally {
    await rm(outFile, { force: true })
  }
}

export const readSchema = (): Promise<string> => readFile(target, 'utf8')
export const writeSchema = (text: string): Promise<void> => writeFile(target, text)
