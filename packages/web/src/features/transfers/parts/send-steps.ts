/** The steps of a send and what each needs to know before it can be shown. */
import type { ParsedLocation } from '@tanstack/react-router'
import { requireFlowStep, type FlowStep } from '#shared/payment/flow-steps.ts'
import type { SendDraft, SendMethod } from '#shared/payment/send-draft.ts'
import { sendMethods } from './send-methods.ts'

export type SendStep = 'amount' | 'detail' | 'success'

/** Empty and zero count as missing. */
const hasRecipient = ({ recipient }: SendDraft): boolean =>
  Boolean(recipient?.fullName && recipient.email && recipient.toUser)

const stepsOf = (method: SendMethod): readonly FlowStep<SendDraft>[] => {
  const { start, amount, detail, success } = sendMethods[method]
  return [
    { path: start, isOpen: () => true },
    { path: amount, isOpen: hasRecipient },
    { path: detail, isOpen: (draft) => Boolean(draft.amount) },
    { path: success, isOpen: (draft) => Boolean((draft.receipt ?? draft.zelle)?.transactionId) },
  ]
}

/** Requires a draft that is complete for the step; redirects to the first incomplete step otherwise, keeping the draft. */
export const requireStep = (method: SendMethod, step: SendStep, visit: { location: ParsedLocation }): void =>
  requireFlowStep('send', stepsOf(method), sendMethods[method][step], visit)
