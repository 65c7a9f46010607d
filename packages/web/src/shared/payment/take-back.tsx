import type { Transaction } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'

const TakeBackDialog = lazyPart(() => import('./take-back-dialog.tsx').then((part) => part.TakeBackDialog))

type Props = { row: Transaction; way: 'takeBack' | 'undo' | 'cancelWithdrawal' }

/** Takes back money that has not reached its receiver, after asking. */
export const TakeBack = ({ row, way }: Props) => {
  const t = useTranslations('activity.detail')
  const tWithdrawal = useTranslations('activity.withdrawal')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
        {way === 'cancelWithdrawal' ? tWithdrawal('cancel') : t(way)}
      </Button>
      {asking && (
        <Suspense>
          <TakeBackDialog row={row} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
