import type { Result } from '@puente/contract'
import { buttonClass } from '@puente/ui/button'
import { Badge } from '@puente/ui/badge'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import CreditCard from 'lucide-react/icons/credit-card'
import Landmark from 'lucide-react/icons/landmark'
import Wallet from 'lucide-react/icons/wallet'
import WalletCards from 'lucide-react/icons/wallet-cards'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { configQuery } from '#lib/api/config.ts'
import { canMoveMoney } from '#shared/kyc/kyc-step.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { readDraft, withDraft } from '#lib/forms/draft.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { useMe } from '#lib/session/me.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useFeeText } from '#shared/payment/fee-text.ts'
import { useQuote } from '#shared/payment/quote.ts'
import { RailPaused } from '#shared/payment/rail-paused.tsx'
import type { SendMethod } from '#shared/payment/send-draft.ts'
import { Alternatives } from '../parts/send-gate.tsx'
import { sendMethods } from '../parts/send-methods.ts'

const KycDialog = lazyPart(() => import('#shared/kyc/kyc-dialog.tsx').then((part) => part.KycDialog))
const DebtCard = lazyPart(() => import('#shared/movement/debt-card.tsx').then((part) => part.DebtCard))

/** Every way to send, in order. */
const methods = [
  { key: 'inApp', icon: <Wallet /> },
  { key: 'zelle', icon: <Landmark /> },
  { key: 'card', icon: <CreditCard /> },
  { key: 'paypal', icon: <WalletCards /> },
] as const satisfies readonly { key: SendMethod; icon: unknown }[]

/** An amount that has a fee, to learn whether the next such payment is free of it. */
const SAMPLE_CENTS = 10_000

/** How the money should travel: each way with its cost and its speed. */
export const MethodsScreen = () => {
  const t = useTranslations()
  const config = useQuery(configQuery)
  return (
    <Screen width="form" lead={t('transfers.send.lead')}>
      {config.data ? (
        <Methods config={config.data} />
      ) : config.isError ? (
        <LoadFailed {...failureOf(config)} />
      ) : (
        <Loading label={t('common.loading')}>
          <SkeletonRows count={methods.length} />
        </Loading>
      )}
    </Screen>
  )
}

const Methods = ({ config }: { config: Result<'config'> }) => {
  const t = useTranslations('transfers.send')
  const tSchedules = useTranslations('schedules')
  const me = useMe()
  const feeText = useFeeText(config.fees)
  const router = useRouter()
  const draft = useLocation({ select: ({ state }) => readDraft('send', state) })
  const [steps, setSteps] = useState(false)
  const standings = methods.map((method) => ({
    ...method,
    standing: config.rails.find(({ rail }) => rail === sendMethods[method.key].rail),
  }))
  // The own balance takes a verified identity, money from outside verified contacts.
  const mayUse = (key: SendMethod) => (key === 'inApp' ? canMoveMoney(me) : me.emailVerified && me.phoneVerified)
  // Who gets how much is known where another way of sending it was declined.
  const begin = (key: SendMethod) => {
    const { start, amount } = sendMethods[key]
    return draft?.recipient ? router.history.push(amount, withDraft('send', draft)) : router.history.push(start)
  }

  return (
    <>
      {me.owed && (
        <Suspense>
          <DebtCard />
        </Suspense>
      )}
      <List label={t('lead')}>
        {standings
          .filter(({ standing }) => standing?.on !== false)
          .map(({ key, icon }) => {
            const { operation } = sendMethods[key]
            const fee = feeText(operation)
            return (
              <ListRow
                key={key}
                leading={<RowIcon tone="brand">{icon}</RowIcon>}
                title={t(`methods.${key}`)}
                subtitle={
                  <span className="grid gap-0.5">
                    <span>{t(`methods.${key}Text`)}</span>
                    <span>{operation === 'in-app' ? t(`speed.${key}`) : `${fee} \u00b7 ${t(`speed.${key}`)}`}</span>
                  </span>
                }
                trailing={operation === 'in-app' && <Badge tone="positive">{fee}</Badge>}
                chevron
                onClick={() => (mayUse(key) ? begin(key) : setSteps(true))}
              />
            )
          })}
      </List>
      <FreePlaces total={config.freeOperations} />
      <Link
        to={paths.schedules.path}
        className={`justify-self-center ${buttonClass({ variant: 'ghost', size: 'small' })}`}
      >
        {tSchedules('title')}
      </Link>
      {standings.map(
        ({ key, standing }) =>
          standing?.on === false && (
            <RailPaused key={key} standing={standing} action={<Alternatives standing={standing} />} />
          ),
      )}
      {steps && (
        <Suspense>
          <KycDialog onClose={() => setSteps(false)} />
        </Suspense>
      )}
    </>
  )
}

/** That the next payments cost nothing, while any of the free ones is left. */
const FreePlaces = ({ total }: { total: number }) => {
  const t = useTranslations('money')
  const { quote } = useQuote({ operation: 'zelle', amount: SAMPLE_CENTS })
  if (!quote?.waived) return null
  return (
    <p className="text-center text-sm text-positive">
      {t('freePlaces', { left: String(quote.freeLeft), total: String(total) })}
    </p>
  )
}
