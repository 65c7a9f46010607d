import type { Transaction } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'

const CancelDialog = lazyPart(() => import('./cancel-dialog.tsx').then((part) => part.CancelDialog))

/** Gives up a payment that is not final, after asking. */
export const CancelPayment = ({ row }: { row: Pick<Transaction, 'id' | 'method'> }) => {
  const t = useTranslations('money.cancel')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="ghost" full onClick={() => setAsking(true)}>
        {t('action')}
      </Button>
      {asking && (
        <Suspense>
          <CancelDialog row={row} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
