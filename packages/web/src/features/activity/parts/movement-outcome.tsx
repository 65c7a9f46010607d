import type { Transaction } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button, buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '#lib/session/me.ts'
import { useHoldText } from '#shared/movement/movement-texts.ts'
import { isOutgoing, wasTakenBack } from '#shared/movement/movement.ts'
import { OpenDeposit, useOpenDeposit } from '#shared/payment/open-deposit.tsx'
import { paths, useScreenExists } from '#lib/layout/paths.ts'
import { TakeBackDialog } from './take-back-dialog.tsx'
import { nextActionOf } from './next-action.ts'

/** Why the money has not arrived, in words, and the way out. Nothing while all is well. */
export const MovementOutcome = ({ row }: { row: Transaction }) => {
  const t = useTranslations('activity')
  const holdText = useHoldText()(row)
  const { userID } = useMe()
  const action = <NextAction row={row} />
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
        {t(
          `cancel.${wasTakenBack(row) ? (isOutgoing(row, userID) ? 'takenBack' : 'takenBackTheirs') : row.cancelReason}`,
        )}
      </Banner>
    )
  }
  return action
}

const NextAction = ({ row }: { row: Transaction }): ReactNode => {
  const t = useTranslations('activity.detail')
  const openDeposit = useOpenDeposit(row)
  const exists = useScreenExists()
  const { userID } = useMe()
  const [asking, setAsking] = useState(false)
  const way = nextActionOf(row, userID)

  switch (way) {
    case 'openDeposit':
      return openDeposit === null ? null : <OpenDeposit row={row} standing={openDeposit} />
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
