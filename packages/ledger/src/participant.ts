import type { BatchTime } from './pg/batch-time.ts'
import type { QueryRunner } from './pg/sql.ts'
import type { Write } from './pg/writes.ts'
import type { Command, Decision, Facts } from './types.ts'

/**
 * Decides and writes with the money: a limit, a fee, rows that users see, jobs. Phase `before` decides before the accounts
 * (guards, limits, fees), `after` behind them (movements, outbox).
 */
export interface Participant<Need, State, Change, Fact = undefined, Code extends string = string> {
  readonly name: string
  readonly phase: 'before' | 'after'
  /**
   * Reads under the account locks for all commands of the batch that name it. Must send all its statements synchronously,
   * and may use `at` only as one of their values.
   */
  load(db: QueryRunner, needs: { command: Command; need: Need }[], at: BatchTime): Promise<State>
  /** Pure. */
  decide(state: State, need: Need, facts: Facts): Decision<Change, Fact, Code>
  /** Makes an accepted change visible to the next command. */
  apply(state: State, change: Change, at: Date): void
  /** A few set-based writes for all changes of the batch; they run in this order. */
  save(state: State, changes: Change[], at: Date): Write[]
  /** For hints such as wake-ups only: it is skipped when the process ends, or loses the answer to COMMIT, before it. */
  afterCommit?(changes: Change[]): void
}

/** @template Code what it may refuse with */
export type AnyParticipant<Code extends string = string> = Participant<unknown, unknown, unknown, unknown, Code>

/** A participant's need, type-checked, for a command: `participants: { ...forParticipant(limits, need) }`. */
export const forParticipant = <Need>(
  participant: { name: string; load(client: never, needs: { command: Command; need: Need }[], at: never): unknown },
  need: Need,
): Record<string, unknown> => ({ [participant.name]: need })
