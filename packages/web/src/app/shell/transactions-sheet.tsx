import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Sheet } from '@puente/ui/sheet'
import { brand } from '@puente/contract'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { KycDialog } from '#shared/kyc/kyc-dialog.tsx'
import { canMoveMoney } from '#shared/kyc/kyc-step.ts'
import { useMe } from '#lib/session/me.ts'
import type { ScreenPath } from '#lib/layout/paths.ts'
import { useTransactions } from './transactions.tsx'

type Props = { id: string; open: boolean; onOpenChange: (open: boolean) => void }

export const TransactionsSheet = ({ id, open, onOpenChange }: Props) => {
  const t = useTranslations()
  const router = useRouter()
  const entries = useTransactions()
  const me = useMe()
  const [stepper, setStepper] = useState(false)

  const choose = (path: ScreenPath) => {
    onOpenChange(false)
    if (canMoveMoney(me)) router.history.push(path)
    else setStepper(true)
  }

  return (
    <>
      <Sheet
        id={id}
        open={open}
        onOpenChange={onOpenChange}
        over="tabs"
        title={t('shell.transactions.title')}
        closeLabel={t('common.close')}
      >
        <List>
          {entries.map(({ key, path, icon }) => (
            <ListRow
              key={key}
              leading={<RowIcon tone="brand">{icon}</RowIcon>}
              title={t(`shell.sheet.${key}`, { appName: brand.appName })}
              subtitle={t(`shell.sheet.${key}Text`)}
              chevron
              onClick={() => choose(path)}
            />
          ))}
        </List>
      </Sheet>
      {stepper && <KycDialog onClose={() => setStepper(false)} />}
    </>
  )
}
