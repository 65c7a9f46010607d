import type { LimitRow, Result } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { EmptyState } from '@puente/ui/empty-state'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { missingContacts, stepScreens } from '#shared/kyc/kyc-step.ts'
import { useMe } from '#lib/session/me.ts'
import { Why } from '#shared/support/why.tsx'
import { useCoolingValues } from '#shared/payment/cooling.ts'
import { useProofText } from '#shared/payment/limit-text.ts'
import { coolingOf, unprovedOf } from '#shared/payment/limits-left.ts'
import { limitsQuery } from '#shared/payment/limits.ts'
import { LimitBar } from '../parts/limit-bar.tsx'
import { limitGroups } from '../parts/limit-groups.ts'
import { NextLimits } from '../parts/next-limits.tsx'

const CAUSES = ['passwordReset', 'emailChanged', 'phoneChanged', 'factorRemoved'] as const

/** After a change that a thief would make first: what may go out for a while. */
const Cooling = ({ row, tier, proof }: { row: LimitRow; tier: number; proof: string | undefined }) => {
  const t = useTranslations('limits.cooling')
  const values = useCoolingValues()(row)
  const isFrozen = useMe().status === 'frozen'
  const cause = CAUSES.find((one) => one === row.special?.cause) ?? 'other'
  return (
    <Banner tone="waiting" title={t(cause)}>
      <div className="grid gap-3">
        <p>{t(isFrozen ? 'frozen' : tier < 1 || proof ? 'unverified' : 'text', values)}</p>
        {proof && <p>{proof}</p>}
        {cause !== 'other' && (
          <Why
            group="limit"
            reason={cause}
            by={values.until}
            help={{ module: 'account', concerns: { type: 'limit', code: row.row } }}
          />
        )}
      </div>
    </Banner>
  )
}

const Limits = ({ data }: { data: Result<'limits'> }) => {
  const t = useTranslations('limits')
  const formats = useFormats()
  const missing = missingContacts(useMe())
  const cooling = coolingOf(data.rows)
  const unproved = unprovedOf(data.rows)
  const proof = useProofText()
  const proofText = unproved && proof(unproved)
  const groups = limitGroups(data.rows)
  return (
    <>
      {cooling ? (
        <Cooling row={cooling} tier={data.tier} proof={proofText} />
      ) : (
        proofText && <Banner tone="waiting">{proofText}</Banner>
      )}
      {unproved?.special && (
        <p className="text-sm text-text-muted">{t('unproved', { until: formats.dateTime(unproved.special.until) })}</p>
      )}
      {groups.length === 0 ? (
        <EmptyState
          title={t('none.title')}
          text={t('none.text', { missing })}
          action={
            <Link
              to={stepScreens[missing === 'phone' ? 'phone' : 'account'] as string}
              className={buttonClass({ variant: 'secondary' })}
            >
              {t('none.action', { missing })}
            </Link>
          }
        />
      ) : (
        groups.map(({ operation, rows }) => (
          <Card key={operation} title={t(`operation.${operation}`)}>
            {rows.map((row) => (
              <LimitBar key={row.row} row={row} />
            ))}
          </Card>
        ))
      )}
      {data.nextTier !== null && <NextLimits tier={data.nextTier} rows={data.nextRows} now={data.rows} />}
    </>
  )
}

/** Every limit of the reader: how much, how much of it is used and left, and when there will be more. */
export const LimitsScreen = () => {
  const t = useTranslations()
  const limits = useQuery({ ...limitsQuery, refetchOnMount: 'always' })
  return (
    <Screen lead={t('limits.lead')}>
      {limits.data ? (
        <Limits data={limits.data} />
      ) : limits.isError ? (
        <LoadFailed {...failureOf(limits)} />
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
