import { Banner } from '@puente/ui/badge'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useNames } from './names.ts'

const checkQuery = (toUser: string, amountCents: number) =>
  queryOptions({
    queryKey: queryKeys.approverCheck(toUser, amountCents),
    queryFn: ({ signal }) => call('checkApproval', { toUser, amount: amountCents }, { signal }),
    // What was paid a moment ago counts.
    staleTime: 0,
  })

/** Who approves a payment from the balance first; nothing where nobody does, or it could not be found out. */
export const ApprovalFirst = ({ toUser, amount }: { toUser: string; amount: number }) => {
  const t = useTranslations('approvers.first')
  const namesOf = useNames()
  const { data } = useQuery(checkQuery(toUser, amount))
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
