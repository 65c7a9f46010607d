import type { LimitRow, QuotedLimit } from '@puente/contract'
import { useTranslations } from 'use-intl'

/** Below a limit that names a moment: sends can be scheduled for it, withdrawals cannot, so what to do instead. */
export const ComeBackThen = ({ limit }: { limit: LimitRow | QuotedLimit | null }) => {
  const t = useTranslations('withdrawals.amount')
  const passes = limit !== null && 'freesCents' in limit && limit.freesAt !== null
  return passes && <p className="text-pretty text-text-muted">{t('comeBackThen')}</p>
}
