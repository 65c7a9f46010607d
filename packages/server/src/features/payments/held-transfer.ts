import type { PaymentRef, Watched } from './payments-batch-store.ts'

/** A transfer that waits for its receiver, as the sweep sees it: checked when its time is over, however its money came. */
export const heldTransfer = ({ ownerId, ref }: PaymentRef, until: Date): Watched => ({
  ref,
  ownerId,
  rail: 'inApp',
  kind: 'send',
  nextCheckAt: until,
})
