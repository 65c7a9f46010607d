import type { DashboardCard } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { IconButton } from '@puente/ui/icon-button'
import { Switch } from '@puente/ui/switch'
import { useRouter } from '@tanstack/react-router'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { changePreferences } from '#lib/session/preferences.ts'

/** The cards with one of them a place up or down. */
const movedCard = (cards: readonly DashboardCard[], at: number, by: -1 | 1): DashboardCard[] => {
  const next = [...cards]
  const [card] = next.splice(at, 1)
  if (card) next.splice(at + by, 0, card)
  return next
}

/** Which cards the home screen shows and in which order, its tour, and whether its use is counted. */
export const DashboardScreen = () => {
  const t = useTranslations('profile.dashboard')
  const router = useRouter()
  const fail = useShowError()
  const { dashboard: cards, analytics } = useMe().preferences
  const [said, setSaid] = useState('')

  const arrange = (dashboard: DashboardCard[]) => void changePreferences({ dashboard }).catch(fail)
  const move = (at: number, by: -1 | 1) => {
    const card = cards[at]?.card
    arrange(movedCard(cards, at, by))
    if (card)
      setSaid(t('moved', { card: t(`cards.${card}.title`), place: String(at + by + 1), of: String(cards.length) }))
  }
  const tour = async () => {
    await changePreferences({ transactionsTutorial: true })
    router.history.push(paths.home.path)
  }

  return (
    <Screen lead={t('lead')}>
      <Card title={t('list')}>
        <ol className="grid divide-y divide-border">
          {cards.map(({ card, shown }, at) => {
            const title = t(`cards.${card}.title`)
            return (
              <li key={card} className="flex items-center gap-1">
                <div className="min-w-0 grow">
                  <Switch
                    label={title}
                    hint={t(`cards.${card}.hint`)}
                    checked={shown}
                    onChange={(event) =>
                      arrange(cards.map((one) => (one.card === card ? { card, shown: event.target.checked } : one)))
                    }
                  />
                </div>
                <IconButton
                  label={t('up', { card: title })}
                  icon={<ArrowUp aria-hidden="true" />}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                />
                <IconButton
                  label={t('down', { card: title })}
                  icon={<ArrowDown aria-hidden="true" />}
                  disabled={at === cards.length - 1}
                  onClick={() => move(at, 1)}
                />
              </li>
            )
          })}
        </ol>
        <output className="sr-only">{said}</output>
      </Card>
      <Card title={t('tour.title')}>
        <p className="text-text-muted">{t('tour.text')}</p>
        <div>
          <Button variant="secondary" onClick={() => void tour().catch(fail)}>
            {t('tour.show')}
          </Button>
        </div>
      </Card>
      <Card title={t('statistics.title')}>
        <Switch
          label={t('statistics.label')}
          hint={t('statistics.hint')}
          checked={analytics === true}
          onChange={(event) => void changePreferences({ analytics: event.target.checked }).catch(fail)}
        />
      </Card>
    </Screen>
  )
}
