import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Link } from '@tanstack/react-router'
import ScanEye from 'lucide-react/icons/scan-eye'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { isOwnerInDoubt, useMe } from '#lib/session/me.ts'
import { ExportCard } from '../parts/export-card.tsx'
import { FreezeCard } from '../parts/freeze-card.tsx'

const CloseDialog = lazyPart(() => import('../parts/close-dialog.tsx').then((part) => part.CloseDialog))

/** The account itself: what it is, freezing it, who has looked at it, a copy of its data, and closing it. */
export const AccountScreen = () => {
  const t = useTranslations()
  const me = useMe()
  const formats = useFormats()
  const [closing, setClosing] = useState(false)
  const isInDoubt = isOwnerInDoubt(me)
  return (
    <Screen>
      <Card>
        <DefinitionList
          rows={[
            {
              term: t('accounts.kind'),
              value: t(me.business ? 'profile.profile.business' : 'profile.profile.individual'),
            },
            {
              term: t('accounts.username'),
              value: <CopyValue value={me.publicTransactionId} label={t('profile.profile.copy')} />,
            },
            { term: t('accounts.since'), value: formats.date(me.createdAt) },
          ]}
        />
      </Card>
      <FreezeCard />
      <List label={t('settings.accessLog')}>
        <ListRow
          leading={
            <RowIcon>
              <ScanEye />
            </RowIcon>
          }
          title={t('settings.accessLog')}
          chevron
          render={(look) => <Link to={paths.settingsAccessLog.path as string} {...look} />}
        />
      </List>
      <ExportCard />
      <Card title={t('accounts.close.title')}>
        <p className="text-text-muted">{t(isInDoubt ? 'accounts.close.inDoubt' : 'accounts.close.text')}</p>
        {!isInDoubt && (
          <Button variant="ghost" onClick={() => setClosing(true)}>
            {t('accounts.close.action')}
          </Button>
        )}
      </Card>
      {closing && (
        <Suspense>
          <CloseDialog onClose={() => setClosing(false)} />
        </Suspense>
      )}
    </Screen>
  )
}
