import { Banner } from '@puente/ui/badge'
import { brand } from '@puente/contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { KycReport } from '../api/kyc-rules.ts'

type Props = {
  report: Pick<KycReport, 'reasons' | 'triesLeft'>
  /** The way to try again; left out where no try is left. */
  action?: ReactNode
}

/** Why the check failed, upload by upload, and how often it can be tried again. */
export const DeniedBanner = ({ report: { reasons, triesLeft }, action }: Props) => {
  const t = useTranslations('kyc')
  const mail = (chunks: ReactNode) => (
    <a className="font-semibold underline" href={`mailto:${brand.supportEmail}`}>
      {chunks}
    </a>
  )
  return (
    <Banner
      tone="negative"
      title={<span className="text-negative">{t('failed')}</span>}
      {...(triesLeft > 0 && { action })}
    >
      <div className="grid gap-2">
        {reasons.length > 0 && (
          <ul className="grid gap-1.5">
            {reasons.map(({ type, code }) => (
              <li key={`${type}-${code}`}>
                <span className="font-semibold">{t(`uploads.${type}`)}</span>: {t(`reasons.${type}.${code}`)}
              </li>
            ))}
          </ul>
        )}
        <p>
          {triesLeft > 0
            ? t('triesLeft', { count: String(triesLeft) })
            : t.rich('noTries', { email: brand.supportEmail, mail })}
        </p>
      </div>
    </Banner>
  )
}
