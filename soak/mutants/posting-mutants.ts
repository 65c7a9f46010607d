import type { Mutant } from './mutant.ts'

const lock = 'ledger/src/rows/lock-accounts.ts'
const accounts = 'ledger/src/rows/accounts.ts'
const batch = 'ledger/src/posting/batch.ts'
const loadState = 'ledger/src/posting/load-state.ts'
const failure = 'ledger/src/pg/failure.ts'
const poster = 'ledger/src/posting/poster.ts'
const batchTime = 'ledger/src/pg/batch-time.ts'
const connection = 'ledger/src/posting/connection.ts'
const holds = 'ledger/src/rows/holds.ts'
const batcher = 'ledger/src/posting/batcher.ts'
const writeBatch = 'ledger/src/posting/write-batch.ts'
const writes = 'ledger/src/pg/writes.ts'
const pipeline = 'ledger/src/pg/pipeline.ts'

/** The ends of the joins in the two statements that lock. */
const named = 'and accounts.account = wanted.account collate "C"'
const withHolds = 'and accounts.account = wanted.account'

export const postingMutants: readonly Mutant[] = [
  {
    file: lock,
    from: `${named}\n    order by accounts.owner_id, accounts.account\n    for no key update of accounts`,
    to: `${named}\n    order by accounts.owner_id, accounts.account`,
    why: 'balances are decided under a lock',
    needsProcesses: true,
  },
  {
    file: lock,
    from: `${named}\n    order by accounts.owner_id, accounts.account\n`,
    to: `${named}\n    order by random()\n`,
    why: 'all batches lock in one order',
    needsProcesses: true,
  },
  {
    file: lock,
    from: `${withHolds}\n    order by accounts.owner_id, accounts.account\n    for no key update of accounts`,
    to: `${withHolds}\n    order by accounts.owner_id, accounts.account`,
    why: 'holds are decided under the lock of their account',
    needsProcesses: true,
  },
  {
    file: lock,
    from: `${withHolds}\n    order by accounts.owner_id, accounts.account\n`,
    to: `${withHolds}\n    order by random()\n`,
    why: 'batches with holds lock in the same order',
    needsProcesses: true,
  },
  {
    file: lock,
    from: '      union\n',
    to: '      union all\n',
    why: 'no row is lost that changed while its lock was waited for',
    needsProcesses: true,
  },
  {
    file: lock,
    from: '      join holds on holds.owner_id = wanted_hold.owner_id and holds.hold_id = wanted_hold.hold_id\n    )',
    to: '      join holds on holds.owner_id = wanted_hold.owner_id and holds.hold_id = wanted_hold.hold_id where false\n    )',
    why: "a hold's account is locked although the command names only the hold",
  },
  {
    file: lock,
    from: '      order by owner_id, account collate "C"\n',
    to: '      order by random()\n',
    why: 'accounts are opened in the order in which they are locked',
    needsProcesses: true,
  },
  {
    file: accounts,
    from: 'rows: changes.length, isIndependent',
    to: 'isIndependent',
    why: 'the tripwire under the lock: a balance that moved stops the batch',
  },
  {
    file: accounts,
    from: ' and accounts.seq = next.seq_before\n      and accounts.balance_cents = next.balance_before_cents and accounts.held_cents = next.held_before_cents',
    to: '',
    why: 'the tripwire compares what was decided upon',
  },
  {
    file: accounts,
    from: 'spec.floorCents === undefined ? floorOf(spec.account) : spec.floorCents',
    to: 'spec.floorCents ?? null',
    why: 'an account is opened with the floor of the chart',
  },
  {
    file: writeBatch,
    from: "if (command !== 'COMMIT') throw new CommitRolledBack(`COMMIT was answered with ${command}`)",
    to: '',
    why: 'only the tag COMMIT is an acknowledgement',
  },
  {
    file: writeBatch,
    from: "      onPhase('committing')\n      sent.push",
    to: '      sent.push',
    why: 'a loss at COMMIT leaves the outcome unknown',
  },
  {
    file: writeBatch,
    from: "  onPhase('committing')\n  assertCommitted",
    to: '  assertCommitted',
    why: 'a loss at COMMIT leaves the outcome unknown, on several machines as well',
  },
  {
    file: writeBatch,
    from: "  if (last?.status === 'rejected' && last.reason instanceof StatementSkipped) onPhase('writing')\n",
    to: '',
    why: 'a COMMIT that was skipped leaves no doubt',
  },
  {
    file: writeBatch,
    from: '      sent.push(Promise.reject(error))\n',
    to: '      sent.push(send({ statement: commit, values: [] }))\n',
    why: 'writes that cannot be made are not committed in part',
  },
  {
    file: writeBatch,
    from: 'first.rows === undefined && group.length === 1',
    to: 'group.length === 1',
    why: 'the rows that a participant asks for are counted',
  },
  {
    file: writeBatch,
    from: 'mapRowCountMismatch(send(composeWrites(group)))',
    to: 'send(composeWrites(group))',
    why: 'rows that were not as expected are a lost race',
  },
  {
    file: writeBatch,
    from: 'sendAll(ledger, (group) => mapUniqueViolation(sendGroup(group)))',
    to: 'sendAll(ledger, sendGroup)',
    why: 'rows of the ledger itself that are there already are a lost race',
  },
  {
    file: writes,
    from: 'if (write.isIndependent && last?.[0]?.isIndependent) last.push(write)',
    to: 'if (last?.[0]?.isIndependent) last.push(write)',
    why: 'what depends on another write is a statement of its own, after it',
  },
  {
    file: batchTime,
    from: "current_setting('puente.batch_time')::timestamptz",
    to: 'clock_timestamp()',
    why: 'what is read under the locks is read as of the batch time',
  },
  {
    file: batchTime,
    from: "date_trunc('milliseconds', clock_timestamp())",
    to: 'clock_timestamp()',
    why: 'the batch time is the same for the server and for this process',
  },
  {
    file: writeBatch,
    from: 'if (rows !== undefined && rowCount !== rows)',
    to: 'if (rows === -1)',
    why: 'rows are counted on several machines as well',
  },
  {
    file: writes,
    from: '1 / ((select count(*) from w${index}) = $${parameters})::int',
    to: '(select count(*) from w${index}) = $${parameters}',
    why: 'a statement that does not touch as many rows as it must fails',
  },
  {
    file: pipeline,
    from: '      isBroken = true\n',
    to: '',
    why: 'behind a statement that cannot be sent nothing is, COMMIT least of all',
  },
  {
    file: pipeline,
    from: 'index > failed && error instanceof DatabaseError',
    to: 'index > failed',
    why: 'a lost connection leaves open what the server did',
  },
  {
    file: pipeline,
    from: '    for (const name of parsing.slice(parsed)) if (name !== undefined) delete submittedNamedStatements[name]\n',
    to: '',
    why: 'a statement that the server did not parse is sent again',
  },
  { file: batch, from: '      () => reversalWrites(reversals),\n', to: '', why: 'what was taken back is written' },
  { file: batch, from: '      () => holdWrites(holds, at),\n', to: '', why: 'holds are written' },
  { file: loadState, from: 'frozen: read.frozen', to: 'frozen: false', why: 'the freeze is read in every batch' },
  {
    file: loadState,
    from: 'readBatchTime, [options.offsetMs()]',
    to: 'readBatchTime, [0]',
    why: 'the injected clock moves the batch',
  },
  {
    file: holds,
    from: "and holds.hold_id = next.hold_id and holds.state = 'open'`",
    to: 'and holds.hold_id = next.hold_id`',
    why: 'only an open hold is changed',
  },
  {
    file: holds,
    from: 'rows: moved.length, isIndependent',
    to: 'isIndependent',
    why: 'a hold written by another transaction is noticed',
  },
  {
    file: failure,
    from: "if (phase === 'committing') return atCommit(state)",
    to: "if (phase === 'committing' && state !== null) return atCommit(state)",
    why: 'a loss at COMMIT without a code is unknown',
  },
  {
    file: failure,
    from: "if (state?.startsWith('40') && state !== '40003')",
    to: "if (state?.startsWith('40'))",
    why: '40003 says nothing about the outcome',
  },
  {
    file: failure,
    from: "if (state?.startsWith('23')) return DEFECT\n",
    to: '',
    why: 'a constraint that fails at COMMIT is reported as one',
  },
  {
    file: failure,
    from: "  if (code === 'XX000' && LOST_MACHINE.test(textOf(error, 'message'))) return '08006'\n",
    to: '',
    why: 'a machine of a cluster that is lost is no defect',
  },
  { file: failure, from: "  '40P01': contested(3),\n", to: '', why: 'the victim of a deadlock runs again' },
  { file: failure, from: "  '55P03': contested(2),\n", to: '', why: 'a lock that was not to be had is no defect' },
  { file: failure, from: "  '53100': UNAVAILABLE,\n", to: '', why: 'a full disk is no defect of the command' },
  { file: failure, from: '  XX001: DAMAGE,\n', to: '', why: 'after damage nothing is written' },
  {
    file: failure,
    from: 'if (error instanceof RaceLost) return contested(3)\n',
    to: '',
    why: 'a lost race runs again',
  },
  {
    file: failure,
    from: '({ ...transient(retries), isBisectable: true })',
    to: '(transient(retries))',
    why: 'a command that always loses its race or its lock fails alone',
  },
  {
    file: failure,
    from: 'if (error instanceof CommitNotReplicated) return UNACKNOWLEDGED\n',
    to: '',
    why: 'what a standby may lack is not acknowledged',
  },
  {
    file: poster,
    from: "if (failure.meaning === 'unknown' || failure.meaning === 'unacknowledged') isDoubtful = true",
    to: '',
    why: 'once in doubt, no error claims that nothing happened',
  },
  {
    file: poster,
    from: 'if (failure.isBisectable && commands.length > 1 && isInTime) return bisect(commands, progress)\n',
    to: '',
    why: 'one command at fault does not fail its neighbours',
  },
  {
    file: poster,
    from: 'isDoubtful ? ownAnswers(commands, attempted.results) : attempted.results',
    to: 'attempted.results',
    why: 'an own answer that was asked for again is no repeat',
  },
  {
    file: poster,
    from: 'const isOwn = transferId === commands[index]?.transferId && !seen.has(transferId)',
    to: 'const isOwn = !seen.has(transferId)',
    why: "another transfer's answer stays a repeat",
  },
  {
    file: poster,
    from: 'const isOwn = transferId === commands[index]?.transferId && !seen.has(transferId)',
    to: 'const isOwn = transferId === commands[index]?.transferId',
    why: 'of two copies in a batch only the first is the own one',
  },
  {
    file: poster,
    from: 'if (open.warning !== null) throw new CommitNotReplicated(open.warning)\n',
    to: '',
    why: 'a commit that a standby may lack is not acknowledged',
  },
  {
    file: poster,
    from: "if (failure.meaning === 'damage') options.health.damaged = connection?.timeline ?? null\n",
    to: '',
    why: 'after damage nothing is written',
  },
  {
    file: poster,
    from: 'if (tries > retries) return',
    to: 'if (tries > 0) return',
    why: 'a transient failure costs a retry, not the command',
  },
  {
    file: writes,
    from: 'if (constraintOf(error).startsWith(ONCE_PER_LEG))',
    to: 'if (false)',
    why: 'a transfer id under a second key is a defect, not a race',
  },
  {
    file: connection,
    from: "await connection.client.query('rollback')",
    to: "await connection.client.query('select 1')",
    why: 'a failed transaction is rolled back before the next',
  },
  { file: connection, from: 'if (connection?.isLost) drop()\n', to: '', why: 'a lost connection is not used again' },
  {
    file: connection,
    from: "    client.on('error', () => {\n      opened.isLost = true\n    })\n",
    to: '',
    why: 'a lost connection does not end the process',
  },
  {
    file: batcher,
    from: "if (isClosed) return Promise.reject(new LedgerUnavailable('the ledger is closed'))\n",
    to: '',
    why: 'a closed ledger takes nothing',
  },
  {
    file: batcher,
    from: '>= options.queueLimit)',
    to: '>= Infinity)',
    why: 'the queue is bounded',
  },
]
