/** What the measuring process asks the measured one. */
export type Asked = { ask: 'people'; count: number } | { ask: 'signIn' } | { ask: 'check' } | { ask: 'stop' }

export type Person = { userId: string; authorization: string }

export type Checked = { ok: boolean; entries: number; violations: unknown[] }

/** Below `/api`. */
export const NO_OP_PATH = '/bench/no-op'
