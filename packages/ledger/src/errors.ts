/**
 * The queue is full or the command waited too long: nothing was done, and the caller may try again after
 * `retryAfterSeconds`.
 */
export class LedgerBusy extends Error {
  override readonly name = 'LedgerBusy'
  readonly retryAfterSeconds = 1
}

/** The database could not be reached, or did not run the batch in time: nothing was posted. */
export class LedgerUnavailable extends Error {
  override readonly name = 'LedgerUnavailable'
  readonly retryAfterSeconds = 2
}

/**
 * All money is stopped, by an operator or by the checker. Nothing was done or stored under the key: the same command may
 * be posted once money moves again.
 */
export class MoneyFrozen extends Error {
  override readonly name = 'MoneyFrozen'
  constructor() {
    super('money is frozen')
  }
}

/**
 * The answer to a COMMIT was lost, and retrying under the same key did not settle it. The command may or may not have been
 * posted; only posting it again under the same key tells. It must never be reported as a failure.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
  readonly retryAfterSeconds = 2
}

/** The command is malformed: a defect of the calling code, never something a user did. */
export class InvalidCommand extends Error {
  override readonly name = 'InvalidCommand'
}

/** Another process changed what this batch had read. Nothing was kept; the batch runs again. */
export class RaceLost extends Error {
  override readonly name = 'RaceLost'
}

/** The server answered COMMIT with the tag ROLLBACK: the transaction had failed before. Nothing was kept. */
export class CommitRolledBack extends Error {
  override readonly name = 'CommitRolledBack'
}

/** The commit is durable here, but the server warned that a standby may lack it. It must not be acknowledged. */
export class CommitNotReplicated extends Error {
  override readonly name = 'CommitNotReplicated'
}

/** The server skipped the statement because one before it in the pipeline failed. */
export class StatementSkipped extends Error {
  override name = 'StatementSkipped'
  constructor() {
    super('a statement before this one failed')
  }
}
