/**
 * How a batch is written and committed: the other place, besides the locks, where database engines differ. On one
 * PostgreSQL everything goes at once and COMMIT with it. Where tables are spread over machines a statement changes one
 * table, rows are counted here, and COMMIT follows when all is well.
 */
import type { PoolClient, QueryResult } from 'pg'
import { CommitRolledBack, RaceLost, StatementSkipped } from '../errors.ts'
import type { Phase } from '../pg/failure.ts'
import { inOnePipeline } from '../pg/pipeline.ts'
import { run, together } from '../pg/sql.ts'
import type { Asks, Statement } from '../pg/sql.ts'
import { compose, grouped, orMiscounted, orTaken } from '../pg/writes.ts'
import type { Write } from '../pg/writes.ts'

const commit: Statement = { name: 'ledger.commit', text: 'commit' }

/**
 * What `commands` of them write: `own` do not depend on one another, `others` are written in their order. Each is asked for
 * its writes when it is its turn, so that the server has the first of a large batch while the next is still being made.
 */
export type BatchWrites = { commands: number; own: readonly Say[]; others: readonly Say[] }
type Say = () => readonly Write[]

/**
 * Writes `own`, then `others`, and commits. `enter` is told when COMMIT may be on its way, and `written` is waited for before,
 * where it is given.
 */
export type WriteBody = (
  client: PoolClient,
  writes: BatchWrites,
  enter: (phase: Phase) => void,
  written?: () => Promise<void>,
) => Promise<void>

const mustBeCommitted = ({ command }: QueryResult) => {
  if (command !== 'COMMIT') throw new CommitRolledBack(`COMMIT was answered with ${command}`)
}

/** Up to so many one statement costs less than several; beyond, the server begins with one while the next is still made. */
const FEW_COMMANDS = 64

/** For one PostgreSQL: one round trip, whatever is written. */
export const writeTogether: WriteBody = async (client, { commands, own, others }, enter) => {
  const ended = await inOnePipeline(client, (pipeline) => {
    const send = ({ statement, values }: { statement: Statement; values: unknown[] }) =>
      run(pipeline, statement, values)
    const sendGroup = (group: readonly Write[]) => {
      const [first] = group
      const isPlain = first && first.rows === undefined && group.length === 1
      return isPlain ? send(first) : orMiscounted(send(compose(group)))
    }
    const sent: Promise<QueryResult>[] = []
    const sendAll = (all: readonly Say[], sendOne: (group: readonly Write[]) => Promise<QueryResult>) => {
      if (commands <= FEW_COMMANDS) sent.push(...grouped(all.flatMap((say) => say())).map(sendOne))
      else for (const say of all) sent.push(...say().map((write) => sendOne([write])))
    }
    try {
      sendAll(own, (group) => orTaken(sendGroup(group)))
      sendAll(others, sendGroup)
      enter('committing')
      sent.push(send({ statement: commit, values: [] }))
    } catch (error) {
      // What was to be written could not be said, and COMMIT stays here.
      sent.push(Promise.reject(error))
    }
    return Promise.allSettled(sent)
  })
  const last = ended.at(-1)
  // The server stopped before it came to COMMIT.
  if (last?.status === 'rejected' && last.reason instanceof StatementSkipped) enter('writing')
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  if (last?.status === 'fulfilled') mustBeCommitted(last.value)
}

const writeOne = async (db: Asks, { statement, values, rows }: Write): Promise<void> => {
  const { rowCount } = await run(db, statement, values)
  if (rows !== undefined && rowCount !== rows) throw new RaceLost('a row was not as it was decided upon')
}

/** For tables spread over several machines, and for whoever wants to stop between writing and COMMIT. */
export const writeInTurn: WriteBody = async (client, { own, others }, enter, written) => {
  await inOnePipeline(client, (pipeline) =>
    together(
      ...own.flatMap((say) => say()).map((write) => orTaken(writeOne(pipeline, write))),
      ...others.flatMap((say) => say()).map((write) => writeOne(pipeline, write)),
    ),
  )
  await written?.()
  enter('committing')
  mustBeCommitted(await run(client, commit, []))
}
