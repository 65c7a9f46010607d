/**
 * Domain events: what happened in a slice, for slices that it knows nothing about. An event is kept as one job for each of
 * its subscribers, in the transaction or batch that made it true: all of them are kept or none, and each is tried again
 * without touching the others. Which tasks subscribe to what is one table, `workers/subscriptions.ts`.
 */
import type { Facts, Write } from '@puente/ledger'
import type { Trx } from './db/database.ts'
import type { Job, TaskName, Tasks } from './jobs/tasks.ts'
import { jobQueue, jobWrites } from './jobs/queue.ts'
import type { Participant } from './participant.ts'

/**
 * Every event by its name, `noun.past-tense`, with what it says. A slice declares its own beside the verb that records it:
 * `declare module '#platform/events.ts' { interface Events { 'kyc.approved': { ownerId: string } } }`. What an event says is
 * a row of the database for a while: ids, never secrets, and never contents, which a subscriber reads as they are by then.
 * @public
 */
export interface Events {}

export type EventName = keyof Events

/** Something that happened. */
export type DomainEvent = { [E in EventName]: { event: E; data: Events[E] } }[EventName]

/** Tasks that can be given what the event says. */
type SubscriberOf<E extends EventName> = { [K in TaskName]: Events[E] extends Tasks[K] ? K : never }[TaskName]

/** The tasks that follow from each event, in no order. An event that is not in the table does not compile. */
export type Subscriptions = { readonly [E in EventName]: readonly SubscriberOf<E>[] }

/** For verbs: events that commit with their transaction. */
export type EventRecorder = { record(trx: Trx, ...events: DomainEvent[]): Promise<void> }

/** What a command of the ledger tells, once what it comes to is known: a transfer may turn out to be held. */
export type EventsNeed = (facts: Facts) => readonly DomainEvent[]

/** The doors of one table of subscriptions. */
export type EventDoors = {
  recorder: EventRecorder
  /** For commands of the ledger that tell events. */
  participant: Participant<EventsNeed, null, readonly DomainEvent[]>
  /** For participants that tell events by themselves: what keeps these with the batch. */
  writesOf: (events: readonly DomainEvent[]) => Write[]
}

export const createEvents = (subscriptions: Subscriptions): EventDoors => {
  const jobsOf = (events: readonly DomainEvent[]): Job[] =>
    events.flatMap(({ event, data }) => subscriptions[event].map((task) => ({ task, payload: data }) as Job))
  const writesOf = (events: readonly DomainEvent[]): Write[] => jobWrites(jobsOf(events))
  return {
    writesOf,
    recorder: { record: (trx, ...events) => jobQueue.add(trx, ...jobsOf(events)) },
    participant: {
      name: 'events',
      phase: 'after',
      load: async () => null,
      decide: (_state, eventsOf, facts) => ({ change: eventsOf(facts) }),
      apply: () => {},
      save: (_state, changes) => writesOf(changes.flat()),
    },
  }
}

/** Events that commit with a command of the ledger, for its `participants`. */
export const forEvents = (events: EventsNeed): { events: EventsNeed } => ({ events })
