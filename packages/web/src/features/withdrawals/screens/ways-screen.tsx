import type { Result } from '@puente/contract'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import Landmark from 'lucide-react/icons/landmark'
import WalletCards from 'lucide-react/icons/wallet-cards'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { configQuery } from '#lib/api/config.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { useCooling } from '#shared/payment/cooling.ts'
import { useFeeText, useLargerFeeText } from '#shared/payment/fee-text.ts'
import { useQuote } from '#shared/payment/quote.ts'
import { RailPaused } from '#shared/payment/rail-paused.tsx'
import { withdrawWays } from '../parts/withdraw-ways.ts'
import { WithdrawalsPaused } from '../parts/withdrawals-paused.tsx'

const DebtCard = lazyPart(() => import('#shared/movement/debt-card.tsx').then((part) => part.DebtCard))

const ways = [
  { key: 'bank', icon: <Landmark /> },
  { key: 'paypal', icon: <WalletCards /> },
] as const

/** An amount that has a fee, to learn whether the next withdrawal is free of it. */
const SAMPLE_CENTS = 10_000

/** Where the money should go: each way with its cost and its speed. */
export const WaysScreen = () => {
  const t = useTranslations()
  const config = useQuery(configQuery)
  const cooling = useCooling()
  const me = useMe()
  if (cooling)
    return (
      <Screen width="form">
        <WithdrawalsPaused cooling={cooling} />
      </Screen>
    )
  return (
    <Screen width="form" lead={t('withdrawals.ways.lead')}>
      {me.owed && (
        <Suspense>
          <DebtCard />
        </Suspense>
      )}
      {config.data ? (
        <Ways config={config.data} />
      ) : config.isError ? (
        <LoadFailed {...failureOf(config)} />
      ) : (
        <Loading label={t('common.loading')}>
          <SkeletonRows count={ways.length} />
        </Loading>
      )}
    </Screen>
  )
}

const Ways = ({ config }: { config: Result<'config'> }) => {
  const t = useTranslations('withdrawals')
  const tMoney = useTranslations('money')
  const feeText = useFeeText(config.fees)
  const largerFeeText = useLargerFeeText(config.fees)
  const { draft, continueTo } = useDraft('withdraw')
  const everything = draft.everything && { everything: draft.everything }
  const { quote } = useQuote({ operation: 'bank', amount: SAMPLE_CENTS })
  const standings = ways.map((way) => ({
    ...way,
    standing: config.rails.find(({ rail }) => rail === withdrawWays[way.key].rail),
  }))
  return (
    <>
      <List label={t('ways.lead')}>
        {standings
          .filter(({ standing }) => standing?.on !== false)
          .map(({ key, icon }) => (
            <ListRow
              key={key}
              leading={<RowIcon tone="brand">{icon}</RowIcon>}
              title={t(`ways.${key}`)}
              subtitle={`${t(`ways.${key}Text`)} ${t(`arrival.${key}`)}.`}
              trailing={<span className="text-sm font-semibold">{feeText(withdrawWays[key].operation)}</span>}
              trailingNote={largerFeeText(withdrawWays[key].operation)}
              chevron
              onClick={() => continueTo(withdrawWays[key].start, { ...everything })}
            />
          ))}
      </List>
      {quote?.waived && (
        <p className="text-center text-sm text-positive">
          {tMoney('freePlaces', { left: String(quote.freeLeft), total: String(config.freeOperations) })}
        </p>
      )}
      {standings.map(({ key, standing }) => standing?.on === false && <RailPaused key={key} standing={standing} />)}
    </>
  )
}
