/** What the measuring process asks the measured one. */
export type Asked =
  | { ask: 'people'; count: number }
  | { ask: 'signIn' }
  | { ask: 'watch' }
  | { ask: 'watched' }
  | { ask: 'check' }
  | { ask: 'stop' }

export type Person = { userId: string; authorization: string }

/** What the process itself saw between `watch` and `watched`: bytes allocated on its heap, and the ledger's batches. */
export type Watched = { allocatedBytes: number; batches: number; commands: number }

export type Checked = { ok: boolean; entries: number; violations: unknown[] }

/** Below `/api`. */
export const NO_OP_PATH = '/bench/no-op'
