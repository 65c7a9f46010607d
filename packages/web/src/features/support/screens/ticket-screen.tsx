import { useLocation } from '@tanstack/react-router'
import { useHeadingAfter } from '#lib/layout/focus-heading.ts'
import { NewTicket } from '../parts/new-ticket.tsx'
import { Thread } from '../parts/thread.tsx'
import '#shared/support/help.ts'

/** The ticket chosen in the list, which is in the history entry so that it survives a reload; or a new one. */
export const TicketScreen = () => {
  const { ticket, help } = useLocation({ select: ({ state }) => state })
  // Sending takes the button away that had the focus.
  const part = useHeadingAfter(ticket)
  return (
    <div ref={part}>
      {ticket === undefined ? (
        <NewTicket key={JSON.stringify(help ?? null)} help={help ?? null} />
      ) : (
        <Thread key={ticket} id={ticket} />
      )}
    </div>
  )
}
