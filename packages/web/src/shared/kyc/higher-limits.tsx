import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { isKycOpen } from './kyc-standing.ts'
import { useMe } from '#lib/session/me.ts'
import { paths, useScreenExists } from '#lib/layout/paths.ts'

/** Below a limit that refuses an amount: the link to identity verification, while that can still raise the limits. */
export const HigherLimits = () => {
  const t = useTranslations('money.limit')
  const exists = useScreenExists()
  if (!isKycOpen(useMe()) || !exists(paths.kyc.path)) return null
  return (
    <Link
      to={paths.kyc.path as string}
      className="inline-flex min-h-11 items-center justify-self-center rounded-md font-semibold text-brand-text"
    >
      {t('higher')}
    </Link>
  )
}
