/** The packages whose lines are taken away: the ledger, and the money code around it. */
export const MUTATED_PACKAGES = ['ledger', 'server'] as const
export type MutatedPackage = (typeof MUTATED_PACKAGES)[number]

/** One line of the money path taken away or turned round; the tests must notice. */
export type Mutant = {
  /** Below `packages`, such as `ledger/src/posting/batch.ts`. */
  file: string
  /** Occurs exactly once in the file. */
  from: string
  to: string
  /** What the line is there for. */
  why: string
  /** Several processes are needed to see it: the short soak is asked when the ledger's own suite notices nothing. */
  needsProcesses?: true
}

export const packageOf = ({ file }: Pick<Mutant, 'file'>): MutatedPackage =>
  file.startsWith('ledger/') ? 'ledger' : 'server'
