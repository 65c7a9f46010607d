/**
 * Every journey in a browser, long ones included: each screen in three languages and both widths. `npm test` runs those that
 * stand for them. Arguments go to Playwright: `npm run journeys -- lock.spec.ts`.
 */
import { requireBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'
import { run } from './install.mjs'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

try {
  const chromium = await requireBrowser()
  await buildWeb(say)
  await run('playwright', ['test', '-c', 'packages/e2e', ...process.argv.slice(2)], {
    env: { CHROMIUM_PATH: chromium, ALL_JOURNEYS: '1' },
  })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
