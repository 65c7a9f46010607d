import type { Transaction } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'

const CancelDialog = lazyPart(() => import('./cancel-dialog.tsx').then((part) => part.CancelDialog))

/** Gives up the payment that a banner names, after asking. */
export const CancelLeft = ({ row }: { row: Pick<Transaction, 'id' | 'method'> }) => {
  const t = useTranslations('money.openDeposit')
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setIsAsked(true)}>
        {t('cancel')}
      </Button>
      {isAsked && (
        <Suspense>
          <CancelDialog row={row} onClose={() => setIsAsked(false)} />
        </Suspense>
      )}
    </>
  )
}
