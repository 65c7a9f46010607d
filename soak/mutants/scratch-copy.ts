/** A copy of ledger and server that may be spoilt, with everything else where their tests look for it. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/paths.ts'
import type { Mutant } from './mutant.ts'

const COPIED = ['ledger', 'server']
const OWN = '@puente'

/** Every installed package by a link; of ours, ledger and server are those of the copy. */
const linkPackages = (copy: string): void => {
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, OWN), { recursive: true })
  const from = join(root, 'node_modules')
  for (const name of readdirSync(from)) if (name !== OWN) symlinkSync(join(from, name), join(modules, name))
  for (const name of readdirSync(join(from, OWN))) {
    const target = COPIED.includes(name) ? join(copy, 'packages', name) : realpathSync(join(from, OWN, name))
    symlinkSync(target, join(modules, OWN, name))
  }
}

export type ScratchCopy = {
  folder: string
  /** Why a mutant cannot be made, or null. */
  misfit: (mutant: Mutant) => string | null
  /** Spoils the copy; the returned function mends it. */
  apply: (mutant: Mutant) => () => void
  remove: () => void
}

export const makeScratchCopy = (): ScratchCopy => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'puente-mutants-')))
  for (const part of [
    ...COPIED.map((name) => `packages/${name}`),
    'soak',
    'scripts',
    'package.json',
    'tsconfig.base.json',
  ])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  linkPackages(folder)
  const pathOf = ({ file }: Mutant): string => join(folder, 'packages', file)
  return {
    folder,
    misfit: (mutant) => {
      const found = readFileSync(pathOf(mutant), 'utf8').split(mutant.from).length - 1
      if (found === 1) return null
      return found === 0 ? 'its text is not there any more' : `its text is there ${found} times`
    },
    apply: (mutant) => {
      const sound = readFileSync(pathOf(mutant), 'utf8')
      writeFileSync(
        pathOf(mutant),
        sound.replace(mutant.from, () => mutant.to),
      )
      return () => writeFileSync(pathOf(mutant), sound)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
