import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paymentSessionQuery } from '#shared/payment/payment-session.ts'
import { providerPage, sendKind } from '#shared/payment/provider-page.ts'
import type { SendMethod } from '#shared/payment/send-draft.ts'

/** A send whose page was left unpaid; `url` is that page, null when it was declined there. */
export type LeftSend = { sendSessionId: string; amount: number; url: string | null }

/**
 * The send to this person by this way that this tab has left unpaid: the next one closes it. Undefined while the server is asked, null
 * when there is none; one that was paid after all is none, so that what is sent next is not taken for it.
 */
export const useLeftSend = (method: SendMethod, toUser: string | undefined): LeftSend | null | undefined => {
  const [id] = useState(() => (toUser === undefined ? null : providerPage.idOf(sendKind(method, toUser))))
  const { data, isPending } = useQuery({ ...paymentSessionQuery(id ?? ''), enabled: id !== null })
  if (id === null) return null
  if (!data) return isPending ? undefined : null
  const { sendSessionId, next, amount, url } = data
  if (next === 'pay') return { sendSessionId, amount, url }
  return next === 'retryOrFinish' ? { sendSessionId, amount, url: null } : null
}
