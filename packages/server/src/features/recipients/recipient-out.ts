import { type Output, recipientId } from '@puente/contract'
import type { Recipient } from './recipient.ts'
import { maskedAccount } from './recipient-rules.ts'

/** A recipient as its owner sees it, by now. */
export const recipientOut = (
  { recipientId: id, details, isLinked, unusableCode, returnedCode, coolingUntil }: Recipient,
  at: Date,
): Output<'addRecipient'> => ({
  ...details,
  id: recipientId(id),
  accountNumber: maskedAccount(details.accountNumber),
  linked: isLinked,
  usable: unusableCode === null,
  unusableReason: unusableCode,
  lastReturn: returnedCode,
  coolingUntil: at < coolingUntil ? coolingUntil.toISOString() : null,
})
