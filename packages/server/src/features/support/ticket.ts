import type { SupportModule, TicketConcern, TicketState } from '@puente/contract'

export type TicketRef = { ownerId: string; ticketId: string }

/** What a ticket was made with, all of which stays. Ids are bare uuids. */
export type TicketDraft = {
  module: SupportModule
  movementId: string | null
  disputeId: string | null
  concerns: { type: TicketConcern; code: string } | null
}

export type Ticket = TicketRef &
  TicketDraft & {
    state: TicketState
    version: number
    createdAt: Date
    updatedAt: Date
  }

export type Message = { messageId: string; ticketId: string; author: 'owner' | 'support'; text: string; at: Date }
