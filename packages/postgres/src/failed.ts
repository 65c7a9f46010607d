/** PostgreSQL could not be prepared, started, saved or restored. `logTail` holds the last lines it wrote, or ''. */
export class PostgresFailed extends Error {
  readonly logTail: string

  constructor(message: string, options: { logTail?: string; cause?: unknown } = {}) {
    const logTail = options.logTail?.trim() ?? ''
    super(logTail === '' ? message : `${message}\n${logTail}`, { cause: options.cause })
    this.name = 'PostgresFailed'
    this.logTail = logTail
  }
}

/** The system's code of a failed call (`ENOENT`, `EEXIST`), if the thing thrown carries one. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
