import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Link } from '@tanstack/react-router'
import Languages from 'lucide-react/icons/languages'
import Contact from 'lucide-react/icons/contact'
import { useLocale, useTranslations } from 'use-intl'
import { paths } from '#lib/paths.ts'
import { Screen } from '#lib/screen.tsx'

/** The settings, one row each. */
export const SettingsScreen = () => {
  const t = useTranslations()
  const language = useLocale()
  return (
    <Screen>
      <List label={t('settings.title')}>
        <ListRow
          leading={
            <RowIcon>
              <Languages />
            </RowIcon>
          }
          title={t('settings.language.title')}
          subtitle={t(`common.languages.${language}`)}
          chevron
          render={(target) => <Link to={paths.settingsLanguage.path} {...target} />}
        />
        <ListRow
          leading={
            <RowIcon>
              <Contact />
            </RowIcon>
          }
          title={t('auth.verifyUser.title')}
          chevron
          render={(target) => <Link to={paths.verifyUser.path} {...target} />}
        />
      </List>
    </Screen>
  )
}
