/** `npm run bench web`: Lighthouse on the built product, several times, with the median of each score. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { requireBrowser } from '../scripts/browser.ts'
import { installLocked } from '../scripts/install.mjs'
import { root } from '../scripts/paths.ts'
import { startProduct } from '../scripts/product.ts'

const RUNS = 3
const WANTED = { performance: 95, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof WANTED
const categories = Object.keys(WANTED) as Category[]

const CHROME_FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

type Report = {
  categories: Record<Category, { score: number | null; auditRefs: { id: string }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}

const measure = async (url: string, chromium: string, folder: string, run: number): Promise<Report> => {
  const out = join(folder, `report-${run}.json`)
  const args = [
    join(root, 'tools/lighthouse/node_modules/lighthouse/cli/index.js'),
    url,
    '--quiet',
    '--output=json',
    `--output-path=${out}`,
    `--only-categories=${categories.join(',')}`,
    `--chrome-flags=${CHROME_FLAGS}`,
  ]
  await promisify(execFile)('node', args, {
    env: { ...process.env, CHROME_PATH: chromium },
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(readFileSync(out, 'utf8')) as Report
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const tell = (line: string): void => void process.stdout.write(`${line}\n`)

/** Prints the scores; true when every median reaches what is wanted. */
export const benchWeb = async (): Promise<boolean> => {
  const chromium = await requireBrowser()
  await installLocked(join(root, 'tools/lighthouse'), 'Lighthouse (once)')
  const folder = mkdtempSync(join(tmpdir(), 'puente-bench-'))
  const product = await startProduct({
    say: () => {},
    portBase: Number(process.env.BENCH_PORT ?? 4500),
    stateDir: join(folder, 'state'),
    withoutDemo: true,
    env: { LOG_LEVEL: 'error' },
  })
  try {
    const reports: Report[] = []
    for (let run = 0; run < RUNS; run += 1) reports.push(await measure(`${product.url}/`, chromium, folder, run))
    const scores = categories.map((category) => {
      const values = reports.map((report) => Math.round((report.categories[category].score ?? 0) * 100))
      return { category, values, median: median(values) }
    })
    for (const { category, values, median: middle } of scores)
      tell(`${category.padEnd(16)} ${middle}  (${values.join(', ')}), wanted ${WANTED[category]}`)
    const [last] = reports.toReversed()
    for (const category of categories) {
      for (const { id } of last?.categories[category].auditRefs ?? []) {
        const audit = last?.audits[id]
        if (audit && audit.score !== null && audit.score < 0.9)
          tell(`  ${category}: ${audit.title} ${audit.displayValue ?? ''}`)
      }
    }
    return scores.every(({ category, median: middle }) => middle >= WANTED[category])
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
