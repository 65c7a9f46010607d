import type { PayinEvent } from '#features/payins/index.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { settleCardEvent } from './card-event.ts'
import { forgetCards } from './forget-cards.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** An event of the card provider: the object it speaks of is read again. */
    'card-event.settle': PayinEvent
    /** The account is closed, or its owner took it back at that ISO time: the cards that are saved for it by then are forgotten at their provider. */
    'cards.forget': { ownerId: string; before?: string }
  }
}

export const cardsTasks = (services: Services) =>
  ({
    'card-event.settle': (event) => settleCardEvent(services, event),
    'cards.forget': (of) => forgetCards(services, of),
  }) satisfies TaskHandlers
