import type { Result } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Bar } from '@puente/ui/bar'
import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { Money } from '@puente/ui/money'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { rewardsSummaryQuery } from '../api/rewards.ts'
import { RewardsHistory } from '../parts/history.tsx'
import { RuleRow } from '../parts/rule-row.tsx'

type Summary = Result<'rewardsSummary'>

/** What was paid, what comes next, and what keeps it. */
const Earned = ({ summary }: { summary: Summary }) => {
  const t = useTranslations('rewards')
  const formats = useFormats()
  const { paid, due, waitsFor, owed } = summary
  return (
    <Card tone="hero" title={t('earned')}>
      <Money cents={paid} locale={formats.locale} size="hero" />
      {waitsFor !== null && <p>{t(`waitsFor.${waitsFor}`, { amount: formats.money(due) })}</p>}
      {owed > 0 && <p>{t('owed', { amount: formats.money(owed) })}</p>}
      {waitsFor === 'tier1' && (
        <Link to={paths.kyc.path} className={buttonClass({ variant: 'secondary' })}>
          {t('verify')}
        </Link>
      )}
    </Card>
  )
}

/** What keeps something from counting, in the order in which it is looked at. */
const Conditions = ({ summary }: { summary: Summary }) => {
  const t = useTranslations('rewards.conditions')
  const formats = useFormats()
  const { floor, returnDays } = summary
  return (
    <Card title={t('title')}>
      <ul className="grid list-disc gap-2 ps-5 text-sm text-text-muted">
        <li>{t('verified')}</li>
        <li>{t('floor', { floor: formats.money(floor) })}</li>
        <li>{t('sameDay')}</li>
        <li>{t('roundTrip')}</li>
        <li>{t('linked')}</li>
        <li>{t('bank', { days: String(returnDays) })}</li>
        <li>{t('takenBack')}</li>
      </ul>
    </Card>
  )
}

/** How much of what there can be is used: by the reader in thirty days, and by everybody this month. */
const Left = ({ summary: { cap, capUsed, budget, budgetLeft } }: { summary: Summary }) => {
  const t = useTranslations('rewards.left')
  const { money } = useFormats()
  const spent = Math.max(0, budget - budgetLeft)
  return (
    <Card title={t('title')}>
      <Bar
        label={t('you')}
        used={capUsed}
        limit={cap}
        usedText={t('used', { used: money(capUsed), limit: money(cap) })}
        leftText={t('youNote')}
      />
      <Bar
        label={t('everyone')}
        used={spent}
        limit={budget}
        usedText={t('used', { used: money(spent), limit: money(budget) })}
        leftText={t('everyoneNote')}
      />
    </Card>
  )
}

const Rewards = ({ summary }: { summary: Summary }) => {
  const t = useTranslations('rewards')
  return (
    <>
      {!summary.on && (
        <Banner tone="waiting" title={t('off.title')}>
          {t('off.text')}
        </Banner>
      )}
      {summary.on && summary.holiday !== null && <Banner tone="info" title={t('holiday')} />}
      <Earned summary={summary} />
      <Card
        title={t('ways')}
        action={
          <Link
            to={paths.settingsReferral.path}
            className="inline-flex min-h-6 items-center font-semibold text-brand-text underline underline-offset-4"
          >
            {t('invite')}
          </Link>
        }
      >
        <ul className="divide-y divide-border">
          {summary.rules.map((rule) => (
            <RuleRow key={rule.rule} rule={rule} summary={summary} />
          ))}
        </ul>
      </Card>
      <Conditions summary={summary} />
      <Left summary={summary} />
      <h2 className="pt-2 text-lg font-semibold">{t('history')}</h2>
      <RewardsHistory />
    </>
  )
}

/** What earns something, how far the reader is, what counted and what did not. */
export const RewardsScreen = () => {
  const t = useTranslations()
  const summary = useQuery(rewardsSummaryQuery)
  return (
    <Screen width="form" lead={t('rewards.lead')}>
      {summary.data ? (
        <Rewards summary={summary.data} />
      ) : summary.isError ? (
        <LoadFailed {...failureOf(summary)} />
      ) : (
        <Loading label={t('common.loading')}>
          <div className="grid gap-4">
            <Skeleton shape="block" />
            <Skeleton shape="block" />
            <Skeleton shape="block" />
          </div>
        </Loading>
      )}
    </Screen>
  )
}
