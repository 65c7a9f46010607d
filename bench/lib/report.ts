import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../scripts/paths.ts'

export const tell = (line = ''): void => void process.stdout.write(`${line}\n`)

/** A table in plain text: the first column to the left, the others to the right. */
export const table = (head: string[], rows: string[][]): string => {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const line = (row: string[]) =>
    widths.map((width, n) => (n === 0 ? (row[n] ?? '').padEnd(width) : (row[n] ?? '').padStart(width))).join('  ')
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

/** Writes everything that was measured below `bench/results/` and returns where. */
export const saveResults = (name: string, results: unknown, path?: string): string => {
  const file = path ?? join(root, 'bench/results', `${name}-${new Date().toISOString().replace(/[:.]/g, '-')}.json`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
  return file
}
