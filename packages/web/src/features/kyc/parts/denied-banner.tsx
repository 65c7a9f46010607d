import { Banner } from '@puente/ui/badge'
import { brand } from '@puente/contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Why } from '#shared/support/why.tsx'
import { isAppealOpen, type KycReport } from '../api/kyc-rules.ts'

type Props = {
  report: Pick<KycReport, 'reasons' | 'triesLeft' | 'appeals'>
  /** What was not accepted: the identity, or the proof of address. */
  title: string
  /** That another try may succeed; without it, in the words of the identity check. */
  again?: string
  /** The way to try again; left out where no try is left. */
  action?: ReactNode
}

/**
 * Why the check failed, upload by upload, and how often it can be tried again. While a person looks at an appeal that state
 * leads, so this steps back.
 */
export const DeniedBanner = ({ report, title, again, action }: Props) => {
  const { reasons, triesLeft } = report
  const isAppealed = isAppealOpen(report)
  const t = useTranslations('kyc')
  const mail = (chunks: ReactNode) => (
    <a className="font-semibold underline" href={`mailto:${brand.supportEmail}`}>
      {chunks}
    </a>
  )
  return (
    <Banner tone={isAppealed ? 'neutral' : 'negative'} title={title} {...(triesLeft > 0 && { action })}>
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
        {!isAppealed && triesLeft > 0 && <p className="text-negative">{again ?? t('failed')}</p>}
        <p>
          {triesLeft > 0
            ? t('triesLeft', { count: String(triesLeft) })
            : t.rich('noTries', { email: brand.supportEmail, mail })}
        </p>
        {reasons[0] && !isAppealed && (
          <Why
            group="identityCheck"
            reason={reasons[0].code}
            of={reasons[0].type}
            {...(triesLeft === 0 && { actor: 'us' as const })}
            help={{ module: 'kyc', concerns: { type: 'identityCheck', code: reasons[0].code } }}
          />
        )}
      </div>
    </Banner>
  )
}
