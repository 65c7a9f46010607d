/** The steps of a send and what each needs to know before it can be shown. */
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { readDraft, withDraft } from '#lib/forms/draft.ts'
import { paths } from '#lib/layout/paths.ts'
import { session } from '#lib/session/session.ts'
import type { SendDraft } from '#shared/payment/send-draft.ts'

export type SendStep = 'amount' | 'detail' | 'success'

/** Empty and zero count as missing. */
const hasRecipient = ({ recipient }: SendDraft): boolean =>
  Boolean(recipient?.fullName && recipient.email && recipient.toUser)

/** The path to show for a step: its own, or that of the first step that is still incomplete. */
const placeFor = (step: SendStep, draft: SendDraft) => {
  if (!hasRecipient(draft)) return paths.sendInApp.path
  if (step === 'amount' || !draft.amount) return paths.sendInAppAmount.path
  if (step === 'detail' || !draft.receipt?.transactionId) return paths.sendInAppDetail.path
  return paths.sendInAppSuccess.path
}

const pathOf = {
  amount: paths.sendInAppAmount.path,
  detail: paths.sendInAppDetail.path,
  success: paths.sendInAppSuccess.path,
} as const

/** Requires a draft that is complete for the step; redirects to the first incomplete step otherwise, keeping the draft. */
export const requireStep = (step: SendStep, { location }: { location: ParsedLocation }): void => {
  // A locked session shows nothing; the step is there when it goes on.
  if (session.get().status === 'locked') return
  const draft = readDraft('send', location.state)
  const place = placeFor(step, draft ?? {})
  if (place === pathOf[step]) return
  throw redirect({ to: place, replace: true, ...(draft && { state: withDraft('send', draft) }) })
}
