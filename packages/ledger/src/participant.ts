import type { Moment } from './pg/batch-time.ts'
import type { Asks } from './pg/sql.ts'
import type { Write } from './pg/writes.ts'
import type { Command, Decision, Facts } from './types.ts'

/**
 * Takes part in every batch that names it: `load` reads under the account locks, with statements sent at once and `at` only
 * as one of their values (see `MOMENT`), `decide` is pure, `apply` makes an
 * accepted change visible to the next command, `save` says what is to be written for all changes of the batch, with a few
 * set-based statements that are sent in its order.
 * `before` runs before the accounts are decided (guards, limits, fees), `after` runs afterwards (movements, outbox).
 */
export interface Participant<Need, State, Change, Fact = undefined, Code extends string = string> {
  readonly name: string
  readonly phase: 'before' | 'after'
  load(db: Asks, needs: { command: Command; need: Need }[], at: Moment): Promise<State>
  decide(state: State, need: Need, facts: Facts): Decision<Change, Fact, Code>
  apply(state: State, change: Change, at: Date): void
  save(state: State, changes: Change[], at: Date): Write[]
  /** Hints only, such as wake-ups: it is skipped when the process ends, or loses the commit's answer, in between. */
  afterCommit?(changes: Change[]): void
}

/** `Code`: what it may refuse with. */
export type AnyParticipant<Code extends string = string> = Participant<unknown, unknown, unknown, unknown, Code>

/** One participant's part of a command, with its need checked by the compiler: `parts: { ...partOf(limits, need) }`. */
export const partOf = <Need>(
  participant: { name: string; load(client: never, needs: { command: Command; need: Need }[], at: never): unknown },
  need: Need,
): Record<string, unknown> => ({ [participant.name]: need })
