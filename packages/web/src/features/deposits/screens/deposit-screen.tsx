import type { Result } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { configQuery } from '#lib/api/config.ts'
import { KycDialog } from '#shared/kyc/kyc-dialog.tsx'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { useMe } from '#lib/session/me.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { DepositForm } from '../parts/deposit-form.tsx'

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

const Ways = ({ config }: { config: Result<'config'> }) => {
  const t = useTranslations('transfers.deposit')
  const { emailVerified, phoneVerified } = useMe()
  const card = config.rails.find(({ rail }) => rail === 'card')
  const isReady = emailVerified && phoneVerified
  if (isReady && card?.on !== false) return <DepositForm config={config} />
  return (
    <Screen width="form">
      {isReady ? (
        <Banner tone="waiting" title={t('cardOff')}>
          {card?.text ?? t('cardOffText')}
        </Banner>
      ) : (
        <NotYet />
      )}
    </Screen>
  )
}

/** Shown until both contacts are verified, with the link to verify them. */
const NotYet = () => {
  const t = useTranslations('transfers.deposit.notYet')
  const [steps, setSteps] = useState(false)
  return (
    <>
      <Banner
        tone="waiting"
        title={t('title')}
        action={
          <Button size="small" onClick={() => setSteps(true)}>
            {t('action')}
          </Button>
        }
      >
        {t('text')}
      </Banner>
      {steps && <KycDialog onClose={() => setSteps(false)} />}
    </>
  )
}
