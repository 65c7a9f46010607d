/** The two addresses of a payment by Zelle: in a send, and from anywhere else by its movement. */
import { useLocation } from '@tanstack/react-router'
import { readDraft } from '#lib/forms/draft.ts'
import '#shared/payment/send-draft.ts'
import { ZelleScreen } from './zelle-screen.tsx'

export const SentZelle = () => {
  const id = useLocation({ select: ({ state }) => readDraft('send', state)?.zelle?.transactionId })
  return id === undefined ? null : <ZelleScreen key={id} id={id} />
}

export const ZelleByMovement = () => {
  const id = useLocation({ select: ({ state }) => state.movement })
  return id === undefined ? null : <ZelleScreen key={id} id={id} />
}
