import type { PoolClient } from 'pg'
import { accountsOf, holdRefsOf } from '../decide/command.ts'
import { accountId, rows } from '../decide/state.ts'
import type { Participation, State } from '../decide/state.ts'
import type { AnyParticipant } from '../participant.ts'
import { BATCH_TIME, readBatchTime, withBatchTime } from '../pg/batch-time.ts'
import type { BatchTime } from '../pg/batch-time.ts'
import { inOnePipeline } from '../pg/pipeline.ts'
import { run, settleAll } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import { lockAccounts } from '../rows/accounts.ts'
import { loadHolds } from '../rows/holds.ts'
import { loadKeys } from '../rows/keys.ts'
import { loadReversals } from '../rows/reversals.ts'
import type { AccountSpec, Command } from '../types.ts'
import type { Engine } from './engine.ts'

const begin: Statement = { name: 'ledger.begin', text: 'begin isolation level read committed' }
const rollback: Statement = { name: 'ledger.rollback', text: 'rollback' }

export type LoadOptions = {
  participants: AnyParticipant[]
  /** By how many milliseconds the database's time is moved. */
  offsetMs: () => number
  engine: Engine
}

/** Each account once, with the floor that one of the commands gives it. */
const distinctAccounts = (lists: AccountSpec[][]): AccountSpec[] => {
  const distinct = new Map<string, AccountSpec>()
  for (const spec of lists.flat()) {
    const id = accountId(spec)
    const first = distinct.get(id)
    if (!first || (first.floorCents === undefined && spec.floorCents !== undefined)) distinct.set(id, spec)
  }
  return [...distinct.values()]
}

// Async, so that a participant that throws synchronously fails like one that rejects.
const loadParticipation = async (
  participant: AnyParticipant,
  db: QueryRunner,
  needs: { command: Command; need: unknown }[],
  at: BatchTime,
): Promise<Participation> => ({ participant, state: await participant.load(db, needs, at), changes: [] })

/** Has every participant that a command names read what it needs. */
const loadParticipations = (db: QueryRunner, commands: Command[], participants: AnyParticipant[], at: BatchTime) =>
  settleAll(
    ...participants.flatMap((participant) => {
      const needs = commands.flatMap((command) => {
        const need = command.participants?.[participant.name]
        return need === undefined ? [] : [{ command, need }]
      })
      return needs.length === 0 ? [] : [loadParticipation(participant, db, needs, at)]
    }),
  )

const notYet = Promise.resolve(null)

/** Begins the transaction, locks the accounts of all commands and reads everything that deciding them takes. */
export const loadState = async (client: PoolClient, commands: Command[], options: LoadOptions): Promise<State> => {
  const { engine, participants } = options
  const named = commands.map((command) => ({ command, accounts: accountsOf(command) }))
  const holdRefs = commands.flatMap(holdRefsOf)
  const wanted = distinctAccounts(named.map(({ accounts }) => accounts))
  const readAll = (missing: AccountSpec[]) =>
    inOnePipeline(client, (pipeline) =>
      settleAll(
        run(pipeline, begin, []),
        lockAccounts(pipeline, wanted, holdRefs, missing, engine.lock),
        run<{ at: Date; frozen: boolean }>(pipeline, readBatchTime, [options.offsetMs()]),
        loadKeys(pipeline, commands),
        loadHolds(pipeline, holdRefs),
        loadReversals(pipeline, named),
        engine.keepsBatchTime
          ? loadParticipations(withBatchTime(pipeline), commands, participants, BATCH_TIME)
          : notYet,
      ),
    )
  let all = await readAll([])
  const missing = wanted.filter((spec) => !all[1].has(accountId(spec)))
  // Rare: the first posting to an account. It is opened before anything is locked, so the locks are released first.
  if (missing.length > 0) [, all] = await settleAll(run(client, rollback, []), readAll(missing))
  const [, accounts, batchTime, keys, holds, reversals, loaded] = all
  const read = batchTime.rows[0]
  if (!read) throw new Error('money_frozen has lost its row')
  const participations =
    loaded ?? (await inOnePipeline(client, (pipeline) => loadParticipations(pipeline, commands, participants, read.at)))
  return {
    at: read.at,
    frozen: read.frozen,
    accounts: rows(accounts),
    holds: rows(holds),
    reversals: rows(reversals),
    keys: rows(keys),
    entries: [],
    participations: new Map(participations.map((one) => [one.participant.name, one])),
  }
}
