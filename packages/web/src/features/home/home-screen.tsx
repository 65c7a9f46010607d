import { useTranslations } from 'use-intl'
import { firstName, useMe } from '#lib/me.ts'
import { Screen } from '#lib/screen.tsx'
import { BalanceCard } from './balance-card.tsx'
import { TaskList } from './task-list.tsx'

export const HomeScreen = () => {
  const t = useTranslations('home')
  const me = useMe()
  return (
    <Screen title={t('greeting', { name: firstName(me) })}>
      <BalanceCard />
      <TaskList />
    </Screen>
  )
}
