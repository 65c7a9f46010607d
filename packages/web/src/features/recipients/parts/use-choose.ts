import type { Recipient } from '@puente/contract'
import { useRouter } from '@tanstack/react-router'
import { useDraft } from '#lib/forms/use-draft.ts'
import { paths } from '#lib/layout/paths.ts'
import { bankRecipientOf } from '#shared/payment/withdraw-draft.ts'
import { toEdit } from './chosen-recipient.ts'

/** @returns a function that goes on to withdraw to an account; to its form first where its bank refused it */
export const useChoose = (): ((recipient: Recipient) => void) => {
  const router = useRouter()
  const { draft, continueTo } = useDraft('withdraw')
  return (recipient) =>
    recipient.usable
      ? continueTo(paths.withdrawBankAmount.path, { ...draft, recipient: bankRecipientOf(recipient) })
      : router.history.push(paths.withdrawBankRecipient.path, toEdit(recipient.id))
}
