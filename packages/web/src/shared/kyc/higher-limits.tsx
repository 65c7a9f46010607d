import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { isKycOpen, tier2StandingOf } from './kyc-standing.ts'
import { useMe } from '#lib/session/me.ts'
import { paths, useScreenExists } from '#lib/layout/paths.ts'

/** Below a limit that refuses an amount: the link to identity verification, while that can still raise the limits. */
export const HigherLimits = () => {
  const t = useTranslations('money.limit')
  const exists = useScreenExists()
  const me = useMe()
  const path = tier2StandingOf(me.KYC) === 'open' ? paths.kycTier2.path : isKycOpen(me) ? paths.kyc.path : null
  if (path === null || !exists(path)) return null
  return (
    <Link
      to={path as string}
      className="inline-flex min-h-11 items-center justify-self-center rounded-md font-semibold text-brand-text"
    >
      {t('higher')}
    </Link>
  )
}
