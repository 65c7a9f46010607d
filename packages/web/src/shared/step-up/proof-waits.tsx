import { Banner } from '@puente/ui/badge'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { factorsQuery } from './factors-query.ts'

/** Why what asks for a proof is refused now, and until when; nothing while the person can prove that it is them. */
export const ProofWaits = () => {
  const t = useTranslations('stepUp')
  const formats = useFormats()
  const from = useQuery(factorsQuery).data?.provesFrom ?? null
  return from === null ? null : <Banner tone="waiting">{t('waits', { from: formats.dateTime(from) })}</Banner>
}
