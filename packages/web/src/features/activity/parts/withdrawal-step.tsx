import type { Transaction } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { withDraft } from '#lib/forms/draft.ts'
import { paths } from '#lib/layout/paths.ts'
import { useMe } from '#lib/session/me.ts'
import { canMoveMoney } from '#shared/kyc/kyc-step.ts'
import { movementQuery } from '#shared/movement/movement-list.ts'
import { withdrawalStepOf } from '#shared/movement/withdrawal-next.ts'

/** Goes on after a withdrawal whose money is back: to another account, to the one that is to be corrected, or to the same again. */
export const WithdrawalStep = ({ row }: { row: Transaction }) => {
  const t = useTranslations('activity.withdrawal.nextStep')
  const { history } = useRouter()
  const me = useMe()
  const step = withdrawalStepOf(row)
  // The row of a return names neither the account that is to be corrected nor the amount without its fee.
  const linkedId = row.type === 'reversal' ? row.linkedId : null
  const original = useQuery({ ...movementQuery(linkedId ?? ''), enabled: step !== null && linkedId !== null })
  const withdrawn = linkedId === null ? row : original.data
  if (step === null || withdrawn === undefined || !canMoveMoney(me)) return null
  const { method, recipientId, paypalEmail: email, payee = '', amount } = withdrawn
  const go = () => {
    if (method === 'paypal') {
      const paypal = email !== undefined && { paypal: { email, fullName: payee } }
      return history.push(paths.withdrawPaypal.path, withDraft('withdraw', { ...paypal, amount }))
    }
    // The accounts are where the form leads back to.
    history.push(paths.withdrawBank.path, withDraft('withdraw', { amount }))
    if (step === 'addAccount') history.push(paths.withdrawBankRecipient.path, withDraft('withdraw', {}))
    if (step === 'correctAccount' && recipientId !== undefined)
      history.push(paths.withdrawBankRecipient.path, { bankAccount: recipientId })
  }
  return (
    <Button variant="secondary" size="small" onClick={go}>
      {t(step)}
    </Button>
  )
}
