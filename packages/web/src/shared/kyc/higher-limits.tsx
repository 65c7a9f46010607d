import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { isKycOpen, isTier2Open } from './kyc-standing.ts'
import { useMe } from '#lib/session/me.ts'
import { paths, useScreenExists } from '#lib/layout/paths.ts'

/** The way to higher limits: verifying the identity, then the address, while either is open. */
export const HigherLimits = () => {
  const t = useTranslations('money.limit')
  const exists = useScreenExists()
  const me = useMe()
  const isAddress = isTier2Open(me.KYC)
  const path = isAddress ? paths.kycTier2.path : isKycOpen(me) ? paths.kyc.path : null
  if (path === null || !exists(path)) return null
  return (
    <Link
      to={path as string}
      className="inline-flex min-h-11 items-center justify-self-center rounded-md font-semibold text-brand-text"
    >
      {t(isAddress ? 'higherAddress' : 'higher')}
    </Link>
  )
}
