import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Approvable, approvalCheckQuery } from './approval-check.ts'

/** How soon a payment from the balance arrives, also where somebody approves it first. */
export const BalanceSpeed = (payment: Approvable) => {
  const t = useTranslations()
  const { data } = useQuery(approvalCheckQuery(payment))
  return t(data && data.names.length > 0 ? 'approvers.first.arrives' : 'transfers.send.speed.inApp')
}
