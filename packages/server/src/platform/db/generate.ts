/** Makes the types of all tables from a migrated database. */
import { rm, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Cli } from 'kysely-codegen'

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
