/**
 * One batch, one transaction: lock, read, decide, write, commit. Statements that do not depend on one another are sent
 * together, so that on a pipelining connection a batch costs four round trips, however many commands it carries. Time
 * is read after the locks: of two movements of an account the later one in `seq` never carries the earlier time.
 */
import type { PoolClient } from 'pg'
import { lockAccounts, saveAccounts } from './accounts.ts'
import { saveBatch } from './batches.ts'
import { accountsOf, holdsOf } from './command.ts'
import { decideBatch } from './decide.ts'
import type { Settled } from './decide.ts'
import { saveEntries } from './entries.ts'
import { CommitRolledBack } from './errors.ts'
import type { Phase } from './failure.ts'
import { loadHolds, saveHolds } from './holds.ts'
import { loadKeys, saveKeys } from './keys.ts'
import type { LockBody } from './lock-accounts.ts'
import { loadReversals, saveReversals } from './reversals.ts'
import { inOneWrite, run, together } from './sql.ts'
import type { Statement } from './sql.ts'
import { accountId, changed, keyId, rows } from './state.ts'
import type { Part, State } from './state.ts'
import type { AccountSpec, AnyParticipant, Command } from './types.ts'

const begin: Statement = { name: 'ledger.begin', text: 'begin isolation level read committed' }
const rollback: Statement = { name: 'ledger.rollback', text: 'rollback' }
const commit: Statement = { name: 'ledger.commit', text: 'commit' }

const readMoment: Statement = {
  name: 'ledger.read_moment',
  text: 'select clock_timestamp() as at, frozen from money_frozen',
}

/** Stages of a batch at which a fault may be tried out. */
export type BatchPoint = 'batch.locked' | 'batch.decided' | 'batch.written' | 'batch.committed'

export type BatchOptions = {
  participants: AnyParticipant[]
  /** Waited for at each stage. An error it throws is treated like any other at that stage. */
  failpoint?: ((point: BatchPoint) => Promise<void>) | undefined
  offsetMs: () => number
  /** How accounts are locked in this database. */
  lock: LockBody
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

const lockAndRead = async (client: PoolClient, commands: Command[], options: BatchOptions): Promise<State> => {
  const named = commands.map((command) => ({ command, accounts: accountsOf(command) }))
  const holdRefs = commands.flatMap(holdsOf)
  const wanted = distinctAccounts(named.map(({ accounts }) => accounts))
  const readAll = (missing: AccountSpec[]) =>
    inOneWrite(client, () =>
      together(
        run(client, begin, []),
        lockAccounts(client, wanted, holdRefs, missing, options.lock),
        run<{ at: Date; frozen: boolean }>(client, readMoment, []),
        loadKeys(client, commands),
        loadHolds(client, holdRefs),
        loadReversals(client, named),
      ),
    )
  let all = await readAll([])
  const missing = wanted.filter((spec) => !all[1].has(accountId(spec)))
  // Rare: somebody's first movement. The locks are given back first, since accounts are opened while none is held.
  if (missing.length > 0) [, all] = await together(run(client, rollback, []), readAll(missing))
  const [, accounts, moment, keys, holds, reversals] = all
  const read = moment.rows[0]
  if (!read) throw new Error('money_frozen has lost its row')
  return {
    at: new Date(read.at.getTime() + options.offsetMs()),
    frozen: read.frozen,
    accounts: rows(accounts),
    holds: rows(holds),
    reversals: rows(reversals),
    keys: rows(keys),
    entries: [],
    parts: new Map(),
  }
}

// Async, so that a participant that throws at once fails like one that rejects, beside the others and not before them.
const loadPart = async (
  participant: AnyParticipant,
  client: PoolClient,
  needs: { command: Command; need: unknown }[],
  at: Date,
): Promise<Part> => ({ participant, state: await participant.load(client, needs, at), changes: [] })

const savePart = async (client: PoolClient, { participant, state, changes }: Part): Promise<void> => {
  if (changes.length > 0) await participant.save(client, state, changes)
}

/** Lets the participants read what they need for the commands that will really be decided. */
const loadParts = async (client: PoolClient, state: State, commands: Command[], participants: AnyParticipant[]) => {
  const fresh = commands.filter((command) => !state.keys.now.has(keyId(command)))
  const load = (participant: AnyParticipant): Promise<Part>[] => {
    const needs = fresh.flatMap((command) => {
      const need = command.parts?.[participant.name]
      return need === undefined ? [] : [{ command, need }]
    })
    return needs.length === 0 ? [] : [loadPart(participant, client, needs, state.at)]
  }
  const loading = inOneWrite(client, () => together(...participants.flatMap(load)))
  for (const part of await loading) state.parts.set(part.participant.name, part)
}

const saveAll = async (client: PoolClient, state: State): Promise<void> => {
  const keys = changed(state.keys).map(({ after }) => after)
  await inOneWrite(client, () =>
    together(
      saveEntries(client, state.entries, state.at),
      saveAccounts(client, state.accounts),
      saveHolds(client, state.holds, state.at),
      saveReversals(client, state.reversals),
      saveKeys(client, keys, state.at),
      saveBatch(client, changed(state.accounts)),
      ...[...state.parts.values()].map((part) => savePart(client, part)),
    ),
  )
}

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
  await loadParts(client, state, commands, options.participants)
  const settled = decideBatch(state, commands)
  await failpoint?.('batch.decided')
  await saveAll(client, state)
  await failpoint?.('batch.written')
  enter('committing')
  const { command: tag } = await run(client, commit, [])
  if (tag !== 'COMMIT') throw new CommitRolledBack(`COMMIT was answered with ${tag}`)
  await failpoint?.('batch.committed')
  return { settled, parts: [...state.parts.values()] }
}
