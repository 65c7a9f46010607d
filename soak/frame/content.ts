/**
 * What a result is a result of: the text of everything that was exercised. Two clones with the same text have the same
 * results, whatever their commits; a change of documentation changes nothing.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/paths.ts'
import type { Covers, Part } from './part.ts'

const isMade = (name: string): boolean => name.startsWith('.') || ['node_modules', 'dist', 'README.md'].includes(name)

const filesOf = (folder: string, path: string): string[] => {
  if (!statSync(join(folder, path)).isDirectory()) return [path]
  return readdirSync(join(folder, path))
    .filter((name) => !isMade(name))
    .toSorted()
    .flatMap((name) => filesOf(folder, `${path}/${name}`))
}

type ContentOptions = { leaveOut?: (path: string) => boolean; folder?: string }

/** A short digest over names and contents of all files at or below the paths. */
export const contentOf = (paths: readonly string[], { leaveOut, folder = root }: ContentOptions = {}): string => {
  const digest = createHash('sha256')
  for (const path of paths.flatMap((one) => filesOf(folder, one))) {
    if (leaveOut?.(path)) continue
    digest.update(`${path}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest(),
    )
  }
  return digest.digest('hex').slice(0, 16)
}

const LIBRARIES = ['packages/postgres', 'package-lock.json']
const FRAME = ['soak/frame', 'soak/support', 'scripts/paths.ts']

/** What parts of each kind exercise, beside their own file and what all of them stand on. */
const COVERED: Record<Covers, readonly string[]> = {
  ledger: ['packages/ledger'],
  product: [
    'packages/contract',
    'packages/ledger',
    'packages/sandbox',
    'packages/server',
    'scripts/children.ts',
    'bench/lib/figures.ts',
    'bench/reads/world.ts',
  ],
}

type OnePart = Pick<Part, 'name' | 'covers'>

/** The paths whose text a part's results are results of. */
export const pathsOf = ({ name, covers }: OnePart): string[] => [
  ...COVERED[covers],
  ...FRAME,
  `soak/parts/${name}.ts`,
  ...LIBRARIES,
]

const isTest = (path: string): boolean => path.endsWith('.test.ts')

/** Of one part: another part's file, and packages that it does not exercise, change nothing. */
export const contentOfPart = (part: OnePart, folder?: string): string =>
  contentOf(pathsOf(part), { leaveOut: isTest, ...(folder !== undefined && { folder }) })

/** Of a package's mutants: its code and tests with what they stand on, and for the ledger the parts with several processes. */
export const mutantsContent = (name: 'ledger' | 'server'): string =>
  name === 'ledger'
    ? contentOf(['packages/ledger', 'soak', ...LIBRARIES])
    : contentOf([...COVERED.product, 'soak/mutants', ...LIBRARIES])
