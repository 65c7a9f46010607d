import type { Passkey, Result } from '@puente/contract'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { failureOf, LoadFailed } from '#lib/layout/load-failed.tsx'
import { isOwnerInDoubt, useMe } from '#lib/session/me.ts'
import { passkeysQuery } from '../api/factors.ts'
import { Section } from './section.tsx'

const AddPasskeyDialog = lazyPart(() => import('./add-passkey-dialog.tsx').then((part) => part.AddPasskeyDialog))
const PasskeySheet = lazyPart(() => import('./passkey-sheet.tsx').then((part) => part.PasskeySheet))

/** The passkeys, each with what can be done about it, and the way to add one; nothing of both while the owner is in doubt. */
export const PasskeysSection = ({ factors }: { factors: Result<'factors'> }) => {
  const t = useTranslations('factors.passkeys')
  const tCommon = useTranslations('common')
  const tTasks = useTranslations('wallet.tasks')
  const formats = useFormats()
  const passkeys = useQuery(passkeysQuery)
  const isInDoubt = isOwnerInDoubt(useMe())
  const [open, setOpen] = useState<'add' | Passkey | null>(null)
  const close = () => setOpen(null)

  const about = ({ createdAt, lastUsedAt, backedUp }: Passkey): string =>
    [
      lastUsedAt === null
        ? t('addedOn', { date: formats.date(createdAt) })
        : t('lastUsed', { date: formats.date(lastUsedAt) }),
      t(backedUp ? 'synced' : 'thisDevice'),
    ].join(' · ')

  const isUnprotected = factors.passkeys === 0 && factors.passwordChangedAt === null

  const rows = () => {
    if (passkeys.isPending)
      return (
        <Loading label={tCommon('loading')}>
          <SkeletonRows count={Math.max(1, factors.passkeys)} />
        </Loading>
      )
    if (!passkeys.data) return <LoadFailed {...failureOf(passkeys)} />
    return null
  }

  return (
    <>
      <Section title={t('title')} lead={isUnprotected ? `${t('lead')} ${tTasks('protectText')}.` : t('lead')}>
        {(labelledBy) =>
          rows() ?? (
            <List labelledBy={labelledBy}>
              {(passkeys.data?.items ?? []).map((passkey) => (
                <ListRow
                  key={passkey.id}
                  leading={
                    <RowIcon>
                      <Fingerprint />
                    </RowIcon>
                  }
                  title={passkey.name}
                  subtitle={about(passkey)}
                  {...(!isInDoubt && { chevron: true, onClick: () => setOpen(passkey) })}
                />
              ))}
              {!isInDoubt && (
                <ListRow
                  leading={
                    <RowIcon tone="brand">
                      <Plus />
                    </RowIcon>
                  }
                  title={t('add')}
                  onClick={() => setOpen('add')}
                />
              )}
            </List>
          )
        }
      </Section>
      <Suspense>
        {open === 'add' && <AddPasskeyDialog onClose={close} />}
        {open !== null && open !== 'add' && <PasskeySheet passkey={open} factors={factors} onClose={close} />}
      </Suspense>
    </>
  )
}
