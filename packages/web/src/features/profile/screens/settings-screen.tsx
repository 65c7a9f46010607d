import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import LogOut from 'lucide-react/icons/log-out'
import { Suspense, useState, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { EmailText } from '#lib/layout/email-text.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { HideBalance, ThemeChoice } from '../parts/appearance.tsx'
import { ProfileCard } from '../parts/profile-card.tsx'
import { SettingsList } from '../parts/settings-list.tsx'
import { settingsGroups, type SettingsRow } from '../parts/settings-rows.tsx'

const LogOutDialog = lazyPart(() => import('#lib/layout/log-out-dialog.tsx').then((part) => part.LogOutDialog))

type Props = {
  /** Where the identity check stands. */
  identity: ReactNode
}

/** The settings: who one is, and one row for everything that can be changed or read. */
export const SettingsScreen = ({ identity }: Props) => {
  const t = useTranslations()
  const language = useLocale()
  const me = useMe()
  const [leaving, setLeaving] = useState(false)

  const subtitleOf = ({ path }: SettingsRow): ReactNode => {
    if (path === paths.verifyUser.path) return <EmailText email={me.email} />
    if (path === paths.settingsLanguage.path) return t(`common.languages.${language}`)
    return undefined
  }

  return (
    <Screen width="wide">
      <ProfileCard />
      {identity}
      {/* Read down the first column, then down the second. */}
      <div className="grid gap-5 wide:block wide:columns-2 wide:gap-6 wide:*:mb-5 wide:*:break-inside-avoid">
        {settingsGroups.map((group) => {
          const isLook = group.title === 'settings.groups.app'
          return (
            <div key={group.title} className="grid gap-5">
              <SettingsList group={group} subtitleOf={subtitleOf}>
                {isLook && <HideBalance />}
              </SettingsList>
              {isLook && <ThemeChoice />}
            </div>
          )
        })}
        <List label={t('settings.logOut')}>
          <ListRow
            leading={
              <RowIcon tone="negative">
                <LogOut />
              </RowIcon>
            }
            title={t('settings.logOut')}
            onClick={() => setLeaving(true)}
          />
        </List>
      </div>
      {leaving && (
        <Suspense>
          <LogOutDialog onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </Screen>
  )
}
