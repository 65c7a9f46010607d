import { Banner } from '@puente/ui/badge'
import { brand } from '@puente/contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { useMe } from '#lib/session/me.ts'
import { GetHelp } from '#shared/support/get-help.tsx'
import { Why } from '#shared/support/why.tsx'
import { isAppealOpen, isAppealReplaced, type KycReport, tryEndsAppeal } from '../api/kyc-rules.ts'

type Report = Pick<KycReport, 'reasons' | 'triesLeft' | 'triesAgainAt' | 'appeals' | 'history'>

type Props = {
  tier: 1 | 2
  /** Not loaded yet where it is left out: it may offer another try then. */
  report?: Report | undefined
  /** The way to try again; left out where no try is left. */
  action?: ReactNode
}

/** What to do differently, for each upload that was not accepted. */
const Advice = ({ reasons }: Pick<Report, 'reasons'>) => {
  const t = useTranslations()
  return (
    <ul className="grid gap-1.5">
      {reasons.map(({ type, code }) => (
        <li key={type}>
          {reasons.length > 1 && `${t(`identity.uploads.${type}`)}: `}
          {t(`why.identityCheck.${code}`, { of: type })}
        </li>
      ))}
    </ul>
  )
}

/** How often it can be tried again, and from when. */
const Tries = ({ report: { triesLeft, triesAgainAt } }: { report: Report }) => {
  const t = useTranslations('kyc')
  const formats = useFormats()
  if (triesLeft > 0) return t('triesLeft', { count: String(triesLeft) })
  if (triesAgainAt !== null) return t('noTriesToday', { at: formats.dateTime(triesAgainAt) })
  return t.rich('noTries', {
    email: brand.supportEmail,
    mail: (chunks: ReactNode) => (
      <a className="font-semibold underline" href={`mailto:${brand.supportEmail}`}>
        {chunks}
      </a>
    ),
  })
}

/** When it was sent in and what was decided, the oldest first; what was decided together is said once. */
const History = ({ tier, report: { history } }: { tier: 1 | 2; report: Report }) => {
  const t = useTranslations('kyc.history')
  const formats = useFormats()
  const lines = history.flatMap(({ at, type, status }) =>
    (type === 'selfieId' || type === 'selfie') === (tier === 1) &&
    (status === 'inReview' || status === 'Denied' || status === 'Approved')
      ? [t(status, { at: formats.dateTime(at) })]
      : [],
  )
  return lines.length === 0 ? null : (
    <ol aria-label={t('label')} className="text-sm">
      {[...new Set(lines.toReversed())].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  )
}

/** For who was not denied: nothing can be submitted now, as after attempts with an account that is closed since. */
export const NoTriesBanner = ({ report }: { report: Report }) =>
  report.triesLeft > 0 ? null : (
    <Banner tone="waiting">
      <Tries report={report} />
    </Banner>
  )

const Reasons = ({ report }: { report: Report }) => {
  const t = useTranslations('identity')
  const tAppeal = useTranslations('kyc.appeal')
  const { reasons, triesLeft, triesAgainAt } = report
  const [first] = reasons
  const canTry = triesLeft > 0 || triesAgainAt !== null
  const help = first && { module: 'kyc' as const, concerns: { type: 'identityCheck' as const, code: first.code } }
  return (
    <>
      {first && (
        <ul className="grid gap-1.5">
          {reasons.map(({ type, code }) => (
            <li key={type}>
              <span className="font-semibold">{t(`uploads.${type}`)}</span>: {t(`reasons.${type}.${code}`)}
            </li>
          ))}
        </ul>
      )}
      <p>
        <Tries report={report} />
      </p>
      {isAppealOpen(report) && canTry && tryEndsAppeal(report) && <p>{tAppeal('replaces')}</p>}
      {isAppealReplaced(report) && <p>{tAppeal('replaced')}</p>}
      {help &&
        !isAppealOpen(report) &&
        (canTry ? (
          <Why group="identityCheck" reason={first.code} needed={<Advice reasons={reasons} />} help={help} />
        ) : (
          <GetHelp help={help} />
        ))}
    </>
  )
}

/**
 * Why the check failed, upload by upload, what to do differently, and how often it can be tried again. While a person looks at an
 * appeal that state leads, so this steps back.
 */
export const DeniedBanner = ({ tier, report, action }: Props) => {
  const t = useTranslations('kyc')
  const { invoiceStatus } = useMe().KYC
  const isAppealed = report !== undefined && isAppealOpen(report)
  const hasTries = report === undefined || report.triesLeft > 0
  const what = tier === 1 ? 'denied' : invoiceStatus === 'Denied' ? 'tier2.denied' : 'tier2.videoDenied'
  return (
    <Banner tone={isAppealed ? 'neutral' : 'negative'} title={t(what)} {...(hasTries && { action })}>
      <div className="grid gap-2">
        {!isAppealed && hasTries && <p className="text-negative">{t(tier === 1 ? 'failed' : 'tier2.failed')}</p>}
        {report && <Reasons report={report} />}
        {report && <History tier={tier} report={report} />}
      </div>
    </Banner>
  )
}
