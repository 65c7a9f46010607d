import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { readDraft } from '#lib/forms/draft.ts'
import { paths } from '#lib/layout/paths.ts'
import { session } from '#lib/session/session.ts'
import '#shared/payment/pay-request.ts'

/** Requires a payment that was made; redirects to the list otherwise. A locked session shows nothing, and goes on from there. */
export const requirePaid = ({ location }: { location: ParsedLocation }): void => {
  if (session.get().status !== 'locked' && !readDraft('requestPay', location.state)?.paid)
    throw redirect({ to: paths.requests.path, replace: true })
}
