import { Banner } from '@puente/ui/badge'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Approvable, approvalCheckQuery } from './approval-check.ts'
import { useNames } from './names.ts'

/** Who approves a payment from the balance first; nothing where nobody does, or it could not be found out. */
export const ApprovalFirst = (payment: Approvable) => {
  const t = useTranslations('approvers.first')
  const namesOf = useNames()
  const { data } = useQuery(approvalCheckQuery(payment))
  if (data?.isImpossible)
    return (
      <Banner tone="negative" title={t('impossibleTitle')}>
        {t('impossible')}
      </Banner>
    )
  if (!data || data.names.length === 0) return null
  return (
    <Banner tone="waiting" title={t('title', { names: namesOf(data.names) })}>
      {t('text')}
    </Banner>
  )
}
