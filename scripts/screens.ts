/**
 * Pictures of every screen in its four states, in three widths, light and dark, in three languages, into `screens/`;
 * `screens/index.html` shows them side by side. A part is made with SCREENS=home,send STATES=filled WIDTHS=360 THEMES=dark
 * LANGS=ko, and the README's picture with SCREENS=readme.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireBrowser } from './browser.ts'
import { run } from './install.mjs'
import { root } from './paths.ts'
import { startProduct } from './product.ts'

const PORT_BASE = 4700
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const chromium = await requireBrowser()
const stateDir = mkdtempSync(join(tmpdir(), 'puente-screens-'))

let stop = async (): Promise<void> => undefined
const end = async (code: number): Promise<void> => {
  await stop()
  rmSync(stateDir, { recursive: true, force: true })
  process.exit(code)
}
process.on('SIGINT', () => void end(130))
process.on('SIGTERM', () => void end(143))

try {
  const product = await startProduct({
    say,
    portBase: Number(process.env.PUENTE_PORT ?? PORT_BASE),
    stateDir,
    withoutDemo: true,
    onStarted: (stopProduct) => {
      stop = stopProduct
    },
    env: { THROTTLE_FACTOR: '1000', LOG_LEVEL: 'warn' },
  })
  await run(
    'node',
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '-c', 'packages/e2e/screens.config.ts'],
    {
      env: { PUENTE_URL: product.url, CHROMIUM_PATH: chromium },
    },
  )
  say(`Look at ${join(root, 'screens/index.html')}`)
  await end(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  await end(1)
}
