/**
 * One batch is one transaction: lock, read, decide, write, commit. Statements that do not depend on one another are sent
 * together, so a batch costs two round trips however many commands it has. Under READ COMMITTED a statement sees
 * everything that was committed before it began, so what is read behind the locks is current.
 */
import type { PoolClient } from 'pg'
import { decideBatch } from '../decide/decide-batch.ts'
import type { CommandResult } from '../decide/decide-batch.ts'
import { changed } from '../decide/state.ts'
import type { Participation, State } from '../decide/state.ts'
import type { Phase } from '../pg/failure.ts'
import { accountWrites } from '../rows/accounts.ts'
import { batchWrites } from '../rows/batches.ts'
import { entryWrites } from '../rows/entries.ts'
import { holdWrites } from '../rows/holds.ts'
import { keyWrites } from '../rows/keys.ts'
import { reversalWrites } from '../rows/reversals.ts'
import type { Command } from '../types.ts'
import { distributedEngine } from './engine.ts'
import { loadState } from './load-state.ts'
import type { LoadOptions } from './load-state.ts'
import type { BatchWrites } from './write-batch.ts'

/** Stages of a batch at which a fault can be injected. */
export type BatchPoint = 'batch.locked' | 'batch.decided' | 'batch.written' | 'batch.committed'

/** Awaited at their stage. An error that one throws is treated like any other at that stage. */
export type Failpoints = Partial<Record<BatchPoint, () => Promise<void>>>

export type BatchOptions = LoadOptions & {
  failpoints?: Failpoints | undefined
}

const writesOf = (state: State, commands: number): BatchWrites => {
  const { at, accounts, entries, holds, keys, participations, reversals } = state
  return {
    commands,
    ledger: [
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
    participants: [...participations.values()].map(
      (one) => () => (one.changes.length > 0 ? one.participant.save(one.state, one.changes, at) : []),
    ),
  }
}

/**
 * Runs the commands in one transaction and resolves once the server has answered COMMIT.
 * @param onPhase told which phase begins: what an error means depends on whether COMMIT was sent
 */
export const runBatch = async (
  client: PoolClient,
  commands: Command[],
  options: BatchOptions,
  onPhase: (phase: Phase) => void,
): Promise<{ results: CommandResult[]; participations: Participation[] }> => {
  onPhase('working')
  const { failpoints = {} } = options
  const state = await loadState(client, commands, options)
  await failpoints['batch.locked']?.()
  const results = decideBatch(state, commands)
  await failpoints['batch.decided']?.()
  onPhase('writing')
  // Only the distributed engine pauses between writing and COMMIT.
  const { write } = failpoints['batch.written'] ? distributedEngine : options.engine
  await write(client, writesOf(state, commands.length), onPhase, failpoints['batch.written'])
  await failpoints['batch.committed']?.()
  return { results, participations: [...state.participations.values()] }
}
