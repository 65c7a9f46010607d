import type { Result } from '@puente/contract'
import { ListRow, RowIcon } from '@puente/ui/list-row'
import Smartphone from 'lucide-react/icons/smartphone'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { isOwnerInDoubt, useMe } from '#lib/session/me.ts'

const EnrolAppDialog = lazyPart(() => import('./enrol-app-dialog.tsx').then((part) => part.EnrolAppDialog))
const AppSheet = lazyPart(() => import('./app-sheet.tsx').then((part) => part.AppSheet))

/** The authenticator app: set up, or moved and turned off. */
export const AppRow = ({ factors }: { factors: Result<'factors'> }) => {
  const t = useTranslations('factors.app')
  const formats = useFormats()
  const [open, setOpen] = useState<'enrol' | 'manage' | null>(null)
  const close = () => setOpen(null)
  const { totpSince } = factors
  const isInDoubt = isOwnerInDoubt(useMe())
  return (
    <>
      <ListRow
        leading={
          <RowIcon tone={totpSince === null ? 'plain' : 'brand'}>
            <Smartphone />
          </RowIcon>
        }
        title={t('title')}
        subtitle={totpSince === null ? t('off') : t('on', { date: formats.date(totpSince) })}
        {...(!isInDoubt && { chevron: true, onClick: () => setOpen(totpSince === null ? 'enrol' : 'manage') })}
      />
      <Suspense>
        {open === 'enrol' && <EnrolAppDialog onClose={close} />}
        {open === 'manage' && <AppSheet factors={factors} onMove={() => setOpen('enrol')} onClose={close} />}
      </Suspense>
    </>
  )
}
