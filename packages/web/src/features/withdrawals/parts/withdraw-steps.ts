/** The steps of a withdrawal and what each needs to know before it can be shown. */
import type { ParsedLocation } from '@tanstack/react-router'
import { requireFlowStep, type FlowStep } from '#shared/payment/flow-steps.ts'
import type { WithdrawDraft, WithdrawMethod } from '#shared/payment/withdraw-draft.ts'
import { withdrawWays } from './withdraw-ways.ts'

const stepsOf = (method: WithdrawMethod): readonly FlowStep<WithdrawDraft>[] => {
  const { start, amount, details, success, hasRecipient } = withdrawWays[method]
  return [
    { path: start, isOpen: () => true },
    { path: amount, isOpen: hasRecipient },
    { path: details, isOpen: (draft) => Boolean(draft.amount) },
    { path: success, isOpen: (draft) => Boolean(draft.receipt?.transactionId) },
  ]
}

/** Requires a draft that is complete for the step; redirects to the first incomplete step otherwise, keeping the draft. */
export const requireWithdrawStep = (
  method: WithdrawMethod,
  step: 'amount' | 'details' | 'success',
  visit: { location: ParsedLocation },
): void => requireFlowStep('withdraw', stepsOf(method), withdrawWays[method][step], visit)
