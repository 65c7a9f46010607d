import { brand, type FeeOperation, type Result } from '@puente/contract'
import { Badge } from '@puente/ui/badge'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useRouter } from '@tanstack/react-router'
import UserRound from 'lucide-react/icons/user-round'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { configQuery } from '#lib/api/config.ts'
import { useFormats, type Formats } from '#lib/i18n/format.ts'
import { KycDialog } from '#shared/kyc/kyc-dialog.tsx'
import { canMoveMoney } from '#shared/kyc/kyc-step.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { useMe } from '#lib/session/me.ts'
import { paths, useScreenExists, type ScreenPath } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'

/** Every way to send, in order. One shows itself as soon as its screen exists. */
const methods = [
  { key: 'inApp', path: paths.sendInApp.path, operation: 'in-app', icon: <UserRound /> },
] as const satisfies readonly { key: string; path: ScreenPath; operation: FeeOperation; icon: unknown }[]

type Fees = Result<'config'>['fees']

const BPS = 10_000

/** What a method costs, from the schedule; its line for the smallest amounts speaks for it. */
const useFeeText = (fees: Fees) => {
  const t = useTranslations('transfers.send.fee')
  const tMoney = useTranslations('money')
  return (operation: FeeOperation, { locale, money }: Formats): string => {
    const line = fees.filter((fee) => fee.operation === operation).toSorted((a, b) => a.fromCents - b.fromCents)[0]
    if (!line || (line.bps === 0 && line.fixedCents === 0)) return tMoney('free')
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(line.bps / BPS)
    return line.fixedCents === 0
      ? t('percent', { percent })
      : t('percentAndFixed', { percent, fixed: money(line.fixedCents) })
  }
}

/** How the money should travel: each way with its cost and its speed. */
export const MethodsScreen = () => {
  const t = useTranslations()
  const config = useQuery(configQuery)
  return (
    <Screen width="form" lead={t('transfers.send.lead')}>
      {config.data ? (
        <Methods fees={config.data.fees} />
      ) : config.isError ? (
        <LoadFailed {...failureOf(config)} />
      ) : (
        <Loading label={t('common.loading')}>
          <SkeletonRows count={1} />
        </Loading>
      )}
    </Screen>
  )
}

const Methods = ({ fees }: { fees: Fees }) => {
  const t = useTranslations('transfers.send')
  const formats = useFormats()
  const feeText = useFeeText(fees)
  const router = useRouter()
  const exists = useScreenExists()
  const me = useMe()
  const [steps, setSteps] = useState(false)
  const ways = methods.filter(({ path }) => exists(path))
  const [first, ...others] = ways

  // A question with one answer is not asked.
  if (first && others.length === 0 && canMoveMoney(me)) return <Navigate to={first.path as string} replace />
  return (
    <>
      <List label={t('lead')}>
        {ways.map(({ key, path, operation, icon }) => (
          <ListRow
            key={key}
            leading={<RowIcon tone="brand">{icon}</RowIcon>}
            title={t(`methods.${key}`, { appName: brand.appName })}
            subtitle={t(`methods.${key}Text`)}
            trailing={<Badge tone="positive">{feeText(operation, formats)}</Badge>}
            chevron
            onClick={() => (canMoveMoney(me) ? router.history.push(path) : setSteps(true))}
          />
        ))}
      </List>
      {steps && <KycDialog onClose={() => setSteps(false)} />}
    </>
  )
}
