import { Card } from '@puente/ui/card'
import { Segmented } from '@puente/ui/segmented'
import { Switch } from '@puente/ui/switch'
import { useTranslations } from 'use-intl'
import { chooseTheme, useTheme } from '#lib/browser/theme.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { useMe } from '#lib/session/me.ts'
import { hideBalance } from '#shared/movement/balance.tsx'

const themes = ['system', 'light', 'dark'] as const

/** Light or dark, in force at once. */
export const ThemeChoice = () => {
  const t = useTranslations('profile.theme')
  return (
    <Segmented
      label={t('label')}
      options={themes.map((value) => ({ value, label: t(value) }))}
      value={useTheme()}
      onChange={chooseTheme}
    />
  )
}

/** The same switch as the eye on the balance. */
export const HideBalance = () => {
  const t = useTranslations('settings.hideBalance')
  const fail = useShowError()
  const { hideBalance: hidden } = useMe()
  return (
    <Card>
      <Switch
        label={t('label')}
        hint={t('hint')}
        checked={hidden}
        onChange={(event) => void hideBalance(event.target.checked).catch(fail)}
      />
    </Card>
  )
}
