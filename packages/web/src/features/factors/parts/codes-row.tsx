import type { Result } from '@puente/contract'
import { ListRow, RowIcon } from '@puente/ui/list-row'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { isOwnerInDoubt, useMe } from '#lib/session/me.ts'

const RenewCodesDialog = lazyPart(() => import('./renew-codes-dialog.tsx').then((part) => part.RenewCodesDialog))

/** The recovery codes: how many are left, and new ones. Nothing where there is nothing to recover. */
export const CodesRow = ({ factors }: { factors: Result<'factors'> }) => {
  const t = useTranslations('factors.codes')
  const [open, setOpen] = useState(false)
  const isInDoubt = isOwnerInDoubt(useMe())
  const { passkeys, totpSince, recoveryCodesLeft } = factors
  if (passkeys === 0 && totpSince === null) return null
  const few = recoveryCodesLeft === null || recoveryCodesLeft < 3
  const about = () => {
    if (recoveryCodesLeft === null) return t('never')
    if (recoveryCodesLeft === 0) return t('none')
    return t('left', { left: String(recoveryCodesLeft) })
  }
  return (
    <>
      <ListRow
        leading={
          <RowIcon tone={few ? 'waiting' : 'plain'}>
            <LifeBuoy />
          </RowIcon>
        }
        title={t('title')}
        subtitle={about()}
        {...(!isInDoubt && { chevron: true, onClick: () => setOpen(true) })}
      />
      <Suspense>
        {open && <RenewCodesDialog isFirst={recoveryCodesLeft === null} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
