/** What operators do in a ticket, in the transaction that ends their order. */
import type { TicketState } from '@puente/contract'
import type { Trx } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import type { TicketRef } from './ticket.ts'
import { canMoveTicket } from './ticket-rules.ts'
import { lockTicket } from './tickets-store.ts'
import { writeInTicket } from './write-ticket.ts'

declare module '#platform/events.ts' {
  interface Events {
    /** We have received a message, answered it or asked something. Bare uuids. */
    'ticket.told': { ownerId: string; id: string; to: 'messageReceived' | 'answered' | 'asked' }
  }
}

/** `answer` waits for nobody, `ask` for its writer; `close` may say something. */
export const TICKET_ACTS = ['answer', 'ask', 'close'] as const
export type TicketAct = (typeof TICKET_ACTS)[number]

const STATES: Record<TicketAct, TicketState> = { answer: 'answered', ask: 'waitingForYou', close: 'closed' }

type Answering = Pick<Services, 'clock' | 'events' | 'keys' | 'live'>

type Answer = { act: TicketAct; text: string | null; operator: string; messageId?: string; isTold?: boolean }

/** Answers what came of it: `closed` when it was closed already. The writer is told of words, not of a silent end. */
export const answerTicket = async (
  services: Answering,
  trx: Trx,
  ref: TicketRef,
  { act, text, operator, messageId, isTold = true }: Answer,
): Promise<'done' | 'closed'> => {
  const ticket = await lockTicket(trx, ref)
  const to = STATES[act]
  if (!ticket || !canMoveTicket(ticket.state, to)) return 'closed'
  const at = services.clock.now()
  await writeInTicket(
    services,
    trx,
    ticket,
    { messageId, author: 'support', text, to, at },
    {
      action: `ticket.${act === 'close' ? 'closed' : 'answered'}`,
      actor: { kind: 'operator', id: operator },
    },
  )
  if (isTold && text !== null) {
    const data = { ownerId: ref.ownerId, id: ref.ticketId, to: act === 'ask' ? 'asked' : 'answered' } as const
    await services.events.record(trx, { event: 'ticket.told', data })
  }
  return 'done'
}
