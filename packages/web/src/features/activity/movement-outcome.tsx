import type { Transaction } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button, buttonClass } from '@puente/ui/button'
import { Link, useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '#lib/me.ts'
import { useHoldText } from '#lib/movement-texts.ts'
import { outsidePayment } from '#lib/outside-payment.ts'
import { paths, useScreens } from '#lib/paths.ts'
import { TakeBackDialog } from './take-back-dialog.tsx'
import { wayOutOf } from './way-out.ts'

/** Why the money has not arrived, in words, and the way out. Nothing while all is well. */
export const MovementOutcome = ({ row }: { row: Transaction }) => {
  const t = useTranslations('activity')
  const holdText = useHoldText()(row)
  const action = <WayOut row={row} />
  if (row.state === 'ON HOLD' && holdText !== null) {
    return (
      <Banner tone="waiting" title={t('states.ON HOLD')} action={action}>
        {holdText}
      </Banner>
    )
  }
  if (row.state === 'CANCELLED' && row.cancelReason !== null) {
    return (
      <Banner tone="neutral" title={t('states.CANCELLED')} action={action}>
        {t(`cancel.${row.cancelReason}`)}
      </Banner>
    )
  }
  return action
}

const WayOut = ({ row }: { row: Transaction }): ReactNode => {
  const t = useTranslations('activity.detail')
  const router = useRouter()
  const exists = useScreens()
  const { userID } = useMe()
  const [asking, setAsking] = useState(false)
  const way = wayOutOf(row, userID)

  const continuePayment = () => {
    if (row.sendSessionId === null) return
    outsidePayment.begin(row.sendSessionId)
    router.history.push(paths.depositCancel.path)
  }

  switch (way) {
    case 'continuePayment':
      return (
        <Button variant="secondary" onClick={continuePayment}>
          {t('continuePayment')}
        </Button>
      )
    case 'tryDeposit':
      return (
        <Link to={paths.deposit.path} className={buttonClass({ variant: 'secondary', size: 'small' })}>
          {t('tryDeposit')}
        </Link>
      )
    case 'verify':
      return (
        exists(paths.kyc.path) && (
          <Link to={paths.kyc.path as string} className={buttonClass({ variant: 'secondary', size: 'small' })}>
            {t('verify')}
          </Link>
        )
      )
    case 'takeBack':
      return (
        <>
          <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
            {t('takeBack')}
          </Button>
          {asking && <TakeBackDialog row={row} onClose={() => setAsking(false)} />}
        </>
      )
    case null:
      return null
  }
}
