/** One line of the posting path taken away or turned round; the tests must notice. */
export type Mutant = {
  /** Below `packages/ledger`. */
  file: string
  /** Occurs exactly once in the file. */
  from: string
  to: string
  /** What the line is there for. */
  why: string
  /** Several processes are needed to see it: the short soak is asked when the ledger's own suite notices nothing. */
  needsProcesses?: true
}
