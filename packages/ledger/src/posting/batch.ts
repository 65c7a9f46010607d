/**
 * One batch, one transaction: lock, read, decide, write, commit. Statements that do not depend on one another are sent
 * together, so that a batch costs two round trips, however many commands it carries. A statement sees all that was
 * committed before it began: what is read behind the locks is as it is under them.
 */
import type { PoolClient } from 'pg'
import { accountWrites, lockAccounts } from '../rows/accounts.ts'
import { batchWrites } from '../rows/batches.ts'
import { accountsOf, holdsOf } from '../decide/command.ts'
import { decideBatch } from '../decide/decide-batch.ts'
import type { Settled } from '../decide/decide-batch.ts'
import { entryWrites } from '../rows/entries.ts'
import type { Phase } from '../pg/failure.ts'
import { holdWrites, loadHolds } from '../rows/holds.ts'
import { keyWrites, loadKeys } from '../rows/keys.ts'
import { knowingMoment, MOMENT, readMoment } from '../pg/batch-time.ts'
import type { Moment } from '../pg/batch-time.ts'
import { onSeveral } from './connection.ts'
import type { Body } from './connection.ts'
import { loadReversals, reversalWrites } from '../rows/reversals.ts'
import { inOnePipeline } from '../pg/pipeline.ts'
import { run, together } from '../pg/sql.ts'
import type { Asks, Statement } from '../pg/sql.ts'
import { accountId, changed, rows } from '../decide/state.ts'
import type { Part, State } from '../decide/state.ts'
import type { AnyParticipant } from '../participant.ts'
import type { AccountSpec, Command } from '../types.ts'
import type { BatchWrites } from './write-batch.ts'

const begin: Statement = { name: 'ledger.begin', text: 'begin isolation level read committed' }
const rollback: Statement = { name: 'ledger.rollback', text: 'rollback' }

/** Stages of a batch at which a fault may be tried out. */
export type BatchPoint = 'batch.locked' | 'batch.decided' | 'batch.written' | 'batch.committed'

export type BatchOptions = {
  participants: AnyParticipant[]
  /** Waited for at each stage. An error it throws is treated like any other at that stage. */
  failpoint?: ((point: BatchPoint) => Promise<void>) | undefined
  offsetMs: () => number
  /** How accounts are locked and batches written in this database. */
  body: Body
}

const distinctAccounts = (lists: AccountSpec[][]): AccountSpec[] => {
  const distinct = new Map<string, AccountSpec>()
  for (const spec of lists.flat()) {
    const id = accountId(spec)
    const first = distinct.get(id)
    if (!first || (first.floorCents === undefined && spec.floorCents !== undefined)) distinct.set(id, spec)
  }
  return [...distinct.values()]
}

// Async, so that a participant that throws at once fails like one that rejects, beside the others and not before them.
const loadPart = async (
  participant: AnyParticipant,
  db: Asks,
  needs: { command: Command; need: unknown }[],
  at: Moment,
): Promise<Part> => ({ participant, state: await participant.load(db, needs, at), changes: [] })

/** Lets the participants read what they need for the commands. */
const loadParts = (db: Asks, commands: Command[], participants: AnyParticipant[], at: Moment) =>
  together(
    ...participants.flatMap((participant) => {
      const needs = commands.flatMap((command) => {
        const need = command.parts?.[participant.name]
        return need === undefined ? [] : [{ command, need }]
      })
      return needs.length === 0 ? [] : [loadPart(participant, db, needs, at)]
    }),
  )

const notYet = Promise.resolve(null)

const lockAndRead = async (client: PoolClient, commands: Command[], options: BatchOptions): Promise<State> => {
  const { body, participants } = options
  const named = commands.map((command) => ({ command, accounts: accountsOf(command) }))
  const holdRefs = commands.flatMap(holdsOf)
  const wanted = distinctAccounts(named.map(({ accounts }) => accounts))
  const readAll = (missing: AccountSpec[]) =>
    inOnePipeline(client, (pipeline) =>
      together(
        run(pipeline, begin, []),
        lockAccounts(pipeline, wanted, holdRefs, missing, body.lock),
        run<{ at: Date; frozen: boolean }>(pipeline, readMoment, [options.offsetMs()]),
        loadKeys(pipeline, commands),
        loadHolds(pipeline, holdRefs),
        loadReversals(pipeline, named),
        body.findsMoment ? loadParts(knowingMoment(pipeline), commands, participants, MOMENT) : notYet,
      ),
    )
  let all = await readAll([])
  const missing = wanted.filter((spec) => !all[1].has(accountId(spec)))
  // Rare: somebody's first movement. The locks are given back first, since accounts are opened while none is held.
  if (missing.length > 0) [, all] = await together(run(client, rollback, []), readAll(missing))
  const [, accounts, moment, keys, holds, reversals, loaded] = all
  const read = moment.rows[0]
  if (!read) throw new Error('money_frozen has lost its row')
  const parts =
    loaded ?? (await inOnePipeline(client, (pipeline) => loadParts(pipeline, commands, participants, read.at)))
  return {
    at: read.at,
    frozen: read.frozen,
    accounts: rows(accounts),
    holds: rows(holds),
    reversals: rows(reversals),
    keys: rows(keys),
    entries: [],
    parts: new Map(parts.map((part) => [part.participant.name, part])),
  }
}

const writesOf = ({ at, accounts, entries, holds, keys, parts, reversals }: State, commands: number): BatchWrites => ({
  commands,
  own: [
    () => entryWrites(entries, at),
    () => accountWrites(accounts),
    () => holdWrites(holds, at),
    () => reversalWrites(reversals),
    () =>
      keyWrites(
        changed(keys).map(({ after }) => after),
        at,
      ),
    () => batchWrites(changed(accounts)),
  ],
  others: [...parts.values()].map(
    ({ participant, state, changes }) =>
      () =>
        changes.length > 0 ? participant.save(state, changes, at) : [],
  ),
})

/**
 * Runs the commands in one transaction and answers after the server said COMMIT. `enter` is told which phase begins:
 * what an error means depends on whether COMMIT was on its way.
 */
export const runBatch = async (
  client: PoolClient,
  commands: Command[],
  options: BatchOptions,
  enter: (phase: Phase) => void,
): Promise<{ settled: Settled[]; parts: Part[] }> => {
  enter('working')
  const { failpoint } = options
  const state = await lockAndRead(client, commands, options)
  await failpoint?.('batch.locked')
  const settled = decideBatch(state, commands)
  await failpoint?.('batch.decided')
  enter('writing')
  const { write } = failpoint ? onSeveral : options.body
  await write(client, writesOf(state, commands.length), enter, failpoint && (() => failpoint('batch.written')))
  await failpoint?.('batch.committed')
  return { settled, parts: [...state.parts.values()] }
}
