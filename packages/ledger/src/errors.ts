/**
 * The queue is full, or kept the command waiting too long: nothing was done, the caller may come back after
 * `retryAfterSeconds`.
 */
export class LedgerBusy extends Error {
  override readonly name = 'LedgerBusy'
  readonly retryAfterSeconds = 1
}

/** The database could not be reached or did not let the batch through in time: nothing was posted. */
export class LedgerUnavailable extends Error {
  override readonly name = 'LedgerUnavailable'
  readonly retryAfterSeconds = 2
}

/**
 * All movement is stopped, by an operator or by the checker. Nothing was done and nothing is stored under the key: the same
 * command may be posted again once money moves.
 */
export class MoneyFrozen extends Error {
  override readonly name = 'MoneyFrozen'
  constructor() {
    super('money is frozen')
  }
}

/**
 * A commit was sent and its answer was lost, and asking again under the same key did not settle it. The command may or
 * may not have been posted; only posting it again under the same key tells. It must never be reported as a failure.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
  readonly retryAfterSeconds = 2
}

/** The command itself is malformed: a defect of the calling code, never something a user did. */
export class InvalidCommand extends Error {
  override readonly name = 'InvalidCommand'
}

/**
 * Another process wrote what this batch had read as absent. Nothing is kept; the batch runs again and reads it.
 */
export class RaceLost extends Error {
  override readonly name = 'RaceLost'
}

/** The server answered COMMIT with the tag ROLLBACK: the transaction had failed unnoticed. Nothing was kept. */
export class CommitRolledBack extends Error {
  override readonly name = 'CommitRolledBack'
}

/** The commit is durable here, but the server warned that a standby may lack it. It must not be acknowledged yet. */
export class CommitNotReplicated extends Error {
  override readonly name = 'CommitNotReplicated'
}

/** A statement that was sent behind one that failed: the server did not look at it. */
export class StatementSkipped extends Error {
  override name = 'StatementSkipped'
  constructor() {
    super('a statement before this one failed')
  }
}
