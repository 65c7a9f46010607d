import { Banner } from '@puente/ui/badge'
import { useTranslations } from 'use-intl'
import { useReturnText } from '#shared/movement/movement-texts.ts'
import type { WithdrawDraft } from '#shared/payment/withdraw-draft.ts'

/** What went to the chosen account the last time came back: said before more is sent there. */
export const LastReturn = ({ recipient }: Pick<WithdrawDraft, 'recipient'>) => {
  const t = useTranslations('withdrawals.amount')
  const reason = useReturnText()(recipient?.lastReturn)
  return (
    reason !== null && (
      <Banner tone="waiting" title={t('lastReturnTitle')}>
        {reason} {t('lastReturnText')}
      </Banner>
    )
  )
}
