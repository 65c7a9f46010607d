/** Fills a new development state with the demo world, and then says who is in it in `<state>/demo.json`. */
import { ConfigRefused } from '#platform/config-refused.ts'
import { SecretRefused } from '#platform/secrets.ts'
import { runDemo } from '../demo/run-demo.ts'

try {
  await runDemo(process.env)
} catch (error) {
  const isNamed = error instanceof ConfigRefused || error instanceof SecretRefused
  const said = isNamed ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${said}\n`)
  process.exit(1)
}
