import type { Result } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { configQuery } from '#lib/api/config.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { missingContacts } from '#shared/kyc/kyc-step.ts'
import { useMe } from '#lib/session/me.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMoneyUnderWay } from '#shared/payment/money-under-way.ts'
import { RailPaused } from '#shared/payment/rail-paused.tsx'
import { DepositForm } from '../parts/deposit-form.tsx'
import type { DepositMethod } from '../parts/deposit-methods.ts'

const KycDialog = lazyPart(() => import('#shared/kyc/kyc-dialog.tsx').then((part) => part.KycDialog))

/** Adds money to the user's own balance. */
export const DepositScreen = () => {
  const t = useTranslations('common')
  const config = useQuery(configQuery)
  if (config.data) return <Ways config={config.data} />
  return (
    <Screen width="form">
      {config.isError ? (
        <LoadFailed {...failureOf(config)} />
      ) : (
        <Loading label={t('loading')}>
          <div className="grid justify-items-center gap-6 py-8">
            <Skeleton shape="amount" />
            <Skeleton shape="block" />
          </div>
        </Loading>
      )}
    </Screen>
  )
}

/** In the order in which they are offered. */
const METHODS = ['card', 'paypal', 'zelle'] as const satisfies readonly DepositMethod[]

const Ways = ({ config }: { config: Result<'config'> }) => {
  const { emailVerified, phoneVerified } = useMe()
  const isUnderWay = useMoneyUnderWay()
  const isOn = (method: DepositMethod) => config.rails.some(({ rail, on }) => rail === method && on)
  const [first, ...others] = METHODS.filter(isOn)
  // What is under way when the last of them closes is left in peace.
  const [kept, setKept] = useState(first)
  if (first !== undefined && kept === undefined) setKept(first)
  const open = first ?? (isUnderWay ? kept : undefined)
  if (emailVerified && phoneVerified && open !== undefined)
    return <DepositForm config={config} open={[open, ...others]} />
  return (
    <Screen width="form">
      {emailVerified && phoneVerified ? (
        config.rails
          .filter(({ rail }) => METHODS.some((method) => method === rail))
          .map((standing) => <RailPaused key={standing.rail} standing={standing} />)
      ) : (
        <NotYet />
      )}
    </Screen>
  )
}

/** Shown until both contacts are verified, with the link to verify them. */
const NotYet = () => {
  const t = useTranslations('transfers.deposit.notYet')
  const me = useMe()
  const [steps, setSteps] = useState(false)
  return (
    <>
      <Banner
        tone="waiting"
        title={t('title', { missing: missingContacts(me) })}
        action={
          <Button size="small" onClick={() => setSteps(true)}>
            {t('action')}
          </Button>
        }
      >
        {t('text')}
      </Banner>
      {steps && (
        <Suspense>
          <KycDialog onClose={() => setSteps(false)} />
        </Suspense>
      )}
    </>
  )
}
