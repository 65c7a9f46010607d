import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Sheet } from '@puente/ui/sheet'
import { brand, type Rail } from '@puente/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { configQuery } from '#lib/api/config.ts'
import { RailPaused } from '#shared/payment/rail-paused.tsx'
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
  const config = useQuery(configQuery)
  const pausedOf = (rail: Rail) => config.data?.rails.find((standing) => standing.rail === rail && !standing.on)
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
        <div className="grid gap-4">
          <List>
            {entries
              .filter(({ rail }) => pausedOf(rail) === undefined)
              .map(({ key, path, icon }) => (
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
          {entries.map(({ key, rail }) => {
            const standing = pausedOf(rail)
            return standing && <RailPaused key={key} standing={standing} />
          })}
        </div>
      </Sheet>
      {stepper && <KycDialog onClose={() => setStepper(false)} />}
    </>
  )
}
