/**
 * What a result is a result of: the text of everything that was exercised. Two clones with the same text have the same
 * results, whatever their commits; a change of documentation changes nothing.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/paths.ts'

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

/** Of the parts: servers, what they are built from, what plays the outside world, and the parts themselves. */
export const soakContent = (): string =>
  contentOf(
    ['packages/contract', 'packages/ledger', 'packages/sandbox', 'packages/server', 'scripts', 'soak', ...LIBRARIES],
    {
      leaveOut: (path) => path.endsWith('.test.ts') || path.startsWith('soak/mutants'),
    },
  )

/** Of the mutants: the ledger with its tests, and the parts that are asked when those notice nothing. */
export const mutantsContent = (): string => contentOf(['packages/ledger', 'soak', ...LIBRARIES])
