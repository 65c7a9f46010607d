/** The database did not let the work through in time, or is full: nothing was kept, the caller may come back. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly retryAfterSeconds = 2
}

/** A commit was sent and its answer was lost: the work may or may not have been kept. Never to be called a failure. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
  readonly retryAfterSeconds = 2
}

/** The server answered COMMIT with the tag ROLLBACK: a statement had failed unnoticed. Nothing was kept. */
export class CommitRolledBack extends Error {
  override readonly name = 'CommitRolledBack'
}

/** The commit is durable here, but the server warned that a standby may lack it: it must not be acknowledged. */
export class CommitNotReplicated extends Error {
  override readonly name = 'CommitNotReplicated'
}
