/**
 * Writes and commits a batch. On one PostgreSQL everything is sent at once, COMMIT included. On distributed tables a
 * statement may change only one table, so rows are counted here and COMMIT follows when the counts are right.
 */
import type { PoolClient, QueryResult } from 'pg'
import { CommitRolledBack, RaceLost, StatementSkipped } from '../errors.ts'
import type { Phase } from '../pg/failure.ts'
import { inOnePipeline } from '../pg/pipeline.ts'
import { run, settleAll } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import { composeWrites, groupIndependent, mapRowCountMismatch, mapUniqueViolation } from '../pg/writes.ts'
import type { Write } from '../pg/writes.ts'

const commit: Statement = { name: 'ledger.commit', text: 'commit' }

/**
 * What a batch of `commands` commands writes. The ledger's own writes do not depend on one another; those of participants
 * run in order. Each factory is called when its turn comes, so that the server works on the first writes of a large batch
 * while the next ones are made.
 */
export type BatchWrites = { commands: number; ledger: readonly WriteFactory[]; participants: readonly WriteFactory[] }
type WriteFactory = () => readonly Write[]

/**
 * Writes the ledger's rows, then the participants', and commits.
 * @param onPhase called with `committing` before COMMIT can be sent, and with `writing` if it turns out that it was not
 * @param beforeCommit awaited between the last write and COMMIT
 */
export type WriteAndCommit = (
  client: PoolClient,
  writes: BatchWrites,
  onPhase: (phase: Phase) => void,
  beforeCommit?: () => Promise<void>,
) => Promise<void>

const assertCommitted = ({ command }: QueryResult) => {
  if (command !== 'COMMIT') throw new CommitRolledBack(`COMMIT was answered with ${command}`)
}

/** Up to this size one composed statement is cheaper; beyond it the server works on one while the next is made. */
const COMPOSE_UP_TO = 64

/** For one PostgreSQL: one round trip, however much is written. */
export const writeWithCommit: WriteAndCommit = async (client, { commands, ledger, participants }, onPhase) => {
  const results = await inOnePipeline(client, (pipeline) => {
    const send = ({ statement, values }: { statement: Statement; values: unknown[] }) =>
      run(pipeline, statement, values)
    const sendGroup = (group: readonly Write[]) => {
      const [first] = group
      const isPlain = first && first.rows === undefined && group.length === 1
      return isPlain ? send(first) : mapRowCountMismatch(send(composeWrites(group)))
    }
    const sent: Promise<QueryResult>[] = []
    const sendAll = (all: readonly WriteFactory[], sendOne: (group: readonly Write[]) => Promise<QueryResult>) => {
      if (commands <= COMPOSE_UP_TO) sent.push(...groupIndependent(all.flatMap((make) => make())).map(sendOne))
      else for (const make of all) sent.push(...make().map((write) => sendOne([write])))
    }
    try {
      sendAll(ledger, (group) => mapUniqueViolation(sendGroup(group)))
      sendAll(participants, sendGroup)
      onPhase('committing')
      sent.push(send({ statement: commit, values: [] }))
    } catch (error) {
      // A write could not be made, so COMMIT is not sent.
      sent.push(Promise.reject(error))
    }
    return Promise.allSettled(sent)
  })
  const last = results.at(-1)
  // The server skipped COMMIT.
  if (last?.status === 'rejected' && last.reason instanceof StatementSkipped) onPhase('writing')
  for (const one of results) if (one.status === 'rejected') throw one.reason
  if (last?.status === 'fulfilled') assertCommitted(last.value)
}

/**
 * Citus counts the rows that INSERT ... SELECT was given, also those that ON CONFLICT left out; it returns those that it
 * wrote.
 */
const returningRows = ({ name, text }: Statement): Statement =>
  /^\s*insert\b(?!.*\breturning\b)/s.test(text) ? { name: `${name}!`, text: `${text} returning 1` } : { name, text }

const writeOne = async (db: QueryRunner, { statement, values, rows }: Write): Promise<void> => {
  const { rowCount } = await run(db, rows === undefined ? statement : returningRows(statement), values)
  if (rows !== undefined && rowCount !== rows) throw new RaceLost('a row was not as the decision had read it')
}

/** For distributed tables, and wherever something has to happen between the last write and COMMIT. */
export const writeThenCommit: WriteAndCommit = async (client, { ledger, participants }, onPhase, beforeCommit) => {
  await inOnePipeline(client, (pipeline) =>
    settleAll(
      ...ledger.flatMap((make) => make()).map((write) => mapUniqueViolation(writeOne(pipeline, write))),
      ...participants.flatMap((make) => make()).map((write) => writeOne(pipeline, write)),
    ),
  )
  await beforeCommit?.()
  onPhase('committing')
  assertCommitted(await run(client, commit, []))
}
