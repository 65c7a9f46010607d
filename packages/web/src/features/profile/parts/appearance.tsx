import { THEMES } from '@puente/contract'
import { RowIcon } from '@puente/ui/list-row'
import { Segmented } from '@puente/ui/segmented'
import { Switch } from '@puente/ui/switch'
import EyeOff from 'lucide-react/icons/eye-off'
import { useTranslations } from 'use-intl'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { useMe } from '#lib/session/me.ts'
import { changePreferences } from '#lib/session/preferences.ts'

/** Light or dark, in force at once and on every device. */
export const ThemeChoice = () => {
  const t = useTranslations('profile.theme')
  const fail = useShowError()
  const { theme } = useMe().preferences
  return (
    <Segmented
      label={t('label')}
      options={THEMES.map((value) => ({ value, label: t(value) }))}
      value={theme}
      onChange={(value) => void changePreferences({ theme: value }).catch(fail)}
    />
  )
}

/** A row with the same switch as the eye on the balance. */
export const HideBalance = () => {
  const t = useTranslations('settings.hideBalance')
  const fail = useShowError()
  const { hideBalance: hidden } = useMe()
  return (
    <li className="flex items-center gap-3.5 px-4 py-1">
      <RowIcon>
        <EyeOff />
      </RowIcon>
      <div className="min-w-0 grow">
        <Switch
          label={t('label')}
          hint={t('hint')}
          checked={hidden}
          onChange={(event) => void changePreferences({ hideBalance: event.target.checked }).catch(fail)}
        />
      </div>
    </li>
  )
}
