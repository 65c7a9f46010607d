/**
 * Which tests are asked about a mutant, and in which order: first those of its own file, which notice most of them within
 * two seconds, then everything that is quick, then what has to wait for something. Only who passes all of them is asked
 * about by processes of their own. No test is left out: a mutant survives when every one has passed.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutant.ts'

/** Tests that wait for lost connections, standbys and long chains. */
const SLOW = ['check-changes', 'poster', 'seals', 'standby']

/** Where the tests of a file have another name. */
const TESTS_OF: Readonly<Record<string, readonly string[]>> = {
  'lock-accounts': ['lock-accounts', 'concurrency'],
  accounts: ['edges', 'concurrency'],
  batch: ['ledger', 'participants'],
  command: ['edges', 'ledger'],
  decide: ['decide', 'keys', 'participants'],
  movement: ['ledger', 'holds', 'reversals'],
  holds: ['holds', 'edges'],
  pipeline: ['write-batch', 'poster'],
  writes: ['write-batch', 'keys'],
}

const withoutEnding = (file: string): string => file.replace(/^.*\//, '').replace(/\.(test\.)?[a-z]+$/, '')

const nearest = ({ file }: Mutant): readonly string[] => {
  if (file.startsWith('migrations/')) return ['backstops', 'schema']
  const name = withoutEnding(file)
  return TESTS_OF[name] ?? [name]
}

/** Files of tests, by tier; paths below the ledger's folder. Every file is in exactly one tier. */
export const tiersFor = (ledgerFolder: string, mutant: Mutant | null): string[][] => {
  const all = readdirSync(join(ledgerFolder, 'src'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `src/${name}`)
  const tierOf = (path: string): number => {
    if (mutant && nearest(mutant).includes(withoutEnding(path))) return 0
    return SLOW.includes(withoutEnding(path)) ? 2 : 1
  }
  return [0, 1, 2].map((tier) => all.filter((path) => tierOf(path) === tier)).filter((files) => files.length > 0)
}
