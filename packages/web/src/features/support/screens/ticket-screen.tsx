import { useLocation } from '@tanstack/react-router'
import { NewTicket } from '../parts/new-ticket.tsx'
import { Thread } from '../parts/thread.tsx'
import '#shared/support/help.ts'

/** The ticket chosen in the list, which is in the history entry so that it survives a reload; or a new one. */
export const TicketScreen = () => {
  const { ticket, help } = useLocation({ select: ({ state }) => state })
  if (ticket !== undefined) return <Thread key={ticket} id={ticket} />
  return <NewTicket key={JSON.stringify(help ?? null)} help={help ?? null} />
}
