import { Badge, Banner } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import Building2 from 'lucide-react/icons/building-2'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import House from 'lucide-react/icons/house'
import IdCard from 'lucide-react/icons/id-card'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import PenLine from 'lucide-react/icons/pen-line'
import ScanFace from 'lucide-react/icons/scan-face'
import Video from 'lucide-react/icons/video'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { kycStandingOf } from '#shared/kyc/kyc-standing.ts'
import { useMe } from '#lib/session/me.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { Appeal } from '../parts/appeal.tsx'
import { DeniedBanner, NoTriesBanner } from '../parts/denied-banner.tsx'
import { reportQuery } from '../api/kyc-report.ts'
import { isAgain, isAppealOpen, isWanted, planOf, type KycReport, type Part } from '../api/kyc-rules.ts'
import { useReviewPromise } from '../parts/review-promise.ts'

const icons: Record<Part, ReactNode> = {
  document: <IdCard />,
  selfie: <ScanFace />,
  details: <PenLine />,
  address: <House />,
  company: <Building2 />,
  video: <Video />,
}

/** What the check needs, how long it takes, and what is already done. */
export const KycIntroScreen = () => {
  const t = useTranslations()
  // A denial may have been told a moment before the report of it was read.
  const report = useQuery({ ...reportQuery, refetchOnMount: 'always' })
  // Why it was denied comes first then.
  const isDenied = kycStandingOf(useMe().KYC) === 'denied'
  const isBehind = report.isFetching && report.data !== undefined && planOf(report.data).length === 0
  return (
    <Screen width="form" lead={isDenied ? undefined : t('kyc.intro.lead')}>
      {report.data && !isBehind ? (
        <Intro report={report.data} />
      ) : report.isError ? (
        <LoadFailed {...failureOf(report)} />
      ) : (
        <Loading label={t('common.loading')}>
          <SkeletonRows count={3} />
        </Loading>
      )}
    </Screen>
  )
}

const Intro = ({ report }: { report: KycReport }) => {
  const t = useTranslations('kyc')
  const promise = useReviewPromise()
  const denied = kycStandingOf(report) === 'denied'
  const isAppealed = isAppealOpen(report)
  const plan = planOf(report)
  const done = isAgain(report) ? [] : plan.filter((part) => !isWanted(part, report))
  if (plan.length === 0) return <Navigate to={paths.kycSuccess.path} replace />
  const action = denied ? t('tryAgain') : done.length > 0 ? t('intro.resume') : t('intro.start')

  return (
    <>
      {isAppealed && <Appeal report={report} />}
      {denied ? <DeniedBanner tier={1} report={report} /> : <NoTriesBanner report={report} />}
      {!isAppealed && <Appeal report={report} />}
      <ExpiryNotice report={report} />
      <section aria-labelledby="needs" className="grid gap-3">
        <h2 id="needs" className="text-lg font-semibold">
          {t(denied ? 'intro.needsAgain' : 'intro.needs')}
        </h2>
        <List labelledBy="needs">
          {plan.map((part) => (
            <PartRow key={part} part={part} done={done.includes(part)} />
          ))}
        </List>
      </section>
      <Card tone="quiet">
        <Line icon={<Clock className="size-5" />}>{promise}</Line>
        <Line icon={<LockKeyhole className="size-5" />}>{t('intro.privacy')}</Line>
      </Card>
      {report.triesLeft > 0 && (
        <ScreenAction>
          <Link
            to={paths.kycTier1.path}
            className={buttonClass({ variant: isAppealed ? 'secondary' : 'primary', size: 'large', full: true })}
          >
            {action}
          </Link>
        </ScreenAction>
      )}
    </>
  )
}

/** Until when the limits last although the ID has run out. */
const ExpiryNotice = ({ report: { noticeEndsAt } }: { report: KycReport }) => {
  const t = useTranslations('kyc.expired')
  const formats = useFormats()
  if (noticeEndsAt === null) return null
  return (
    <Banner tone="waiting" title={t('title')}>
      {t('notice', { date: formats.date(noticeEndsAt) })}
    </Banner>
  )
}

const PartRow = ({ part, done }: { part: Part; done: boolean }) => {
  const t = useTranslations('kyc')
  return (
    <ListRow
      leading={<RowIcon tone={done ? 'brand' : 'plain'}>{done ? <Check /> : icons[part]}</RowIcon>}
      title={t(`parts.${part}.title`)}
      subtitle={t(`parts.${part}.text`)}
      {...(done && { trailing: <Badge tone="positive">{t('intro.done')}</Badge> })}
    />
  )
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="flex gap-3 text-sm">
    <span aria-hidden="true" className="shrink-0 text-brand-text">
      {icon}
    </span>
    <span>{children}</span>
  </p>
)
