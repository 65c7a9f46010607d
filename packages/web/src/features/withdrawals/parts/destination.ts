import { useTranslations } from 'use-intl'
import type { WithdrawDraft, WithdrawMethod } from '#shared/payment/withdraw-draft.ts'

/** Where the money of a draft goes: whose it is, and the account in words; null while that is missing. */
export const useDestination = () => {
  const t = useTranslations('withdrawals')
  return (method: WithdrawMethod, { recipient, paypal }: WithdrawDraft): { name: string; account: string } | null => {
    if (method === 'paypal') return paypal ? { name: paypal.fullName, account: paypal.email } : null
    if (!recipient) return null
    const bank = recipient.bankName ?? t(`accountTypes.${recipient.accountType}`)
    return { name: recipient.fullName, account: `${bank} ${recipient.accountNumber}` }
  }
}
