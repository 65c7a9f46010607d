/** Fails when `schema.gen.ts` is not of the migrations that are there, and says what to run. */
import { schemaTrouble } from '#platform/db/schema-file.ts'

const trouble = await schemaTrouble()
if (trouble !== null) {
  process.stderr.write(`${trouble}\n`)
  process.exitCode = 1
}
