import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Segmented } from '@puente/ui/segmented'
import { Link } from '@tanstack/react-router'
import type { LegalSlug } from '@puente/contract'
import Contact from 'lucide-react/icons/contact'
import FileText from 'lucide-react/icons/file-text'
import IdCard from 'lucide-react/icons/id-card'
import Languages from 'lucide-react/icons/languages'
import LogOut from 'lucide-react/icons/log-out'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { Suspense, useId, useState, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { EmailText } from '#lib/layout/email-text.tsx'
import { isKycOpen } from '#shared/kyc/kyc-standing.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useMe } from '#lib/session/me.ts'
import { paths, type ScreenPath } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { chooseTheme, useTheme } from '#lib/browser/theme.ts'
import { ProfileCard } from '../parts/profile-card.tsx'

const LegalDialog = lazyPart(() => import('#shared/legal/legal-dialog.tsx').then((part) => part.LegalDialog))
const LogOutDialog = lazyPart(() => import('#lib/layout/log-out-dialog.tsx').then((part) => part.LogOutDialog))

type Props = {
  /** Where the identity check stands. */
  identity: ReactNode
}

type Open = LegalSlug | 'logOut' | null

/** The settings: who one is, and one row for everything that can be changed or read. */
export const SettingsScreen = ({ identity }: Props) => {
  const t = useTranslations()
  const language = useLocale()
  const me = useMe()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)

  return (
    <Screen>
      <ProfileCard />
      {identity}
      <Group title={t('profile.account')}>
        {isKycOpen(me) && <Row icon={<IdCard />} title={t('profile.identity')} path={paths.kyc.path} />}
        <Row
          icon={<Contact />}
          title={t('profile.contacts')}
          subtitle={<EmailText email={me.email} />}
          path={paths.verifyUser.path}
        />
      </Group>
      <Group title={t('profile.app')}>
        <Row
          icon={<Languages />}
          title={t('profile.language.title')}
          subtitle={t(`common.languages.${language}`)}
          path={paths.settingsLanguage.path}
        />
      </Group>
      <ThemeChoice />
      <Group title={t('profile.legal')}>
        <Row icon={<FileText />} title={t('legal.terms')} onClick={() => setOpen('terms')} />
        <Row icon={<ShieldCheck />} title={t('legal.privacy')} onClick={() => setOpen('privacy')} />
      </Group>
      <List label={t('profile.logOut')}>
        <Row icon={<LogOut />} tone="negative" title={t('profile.logOut')} onClick={() => setOpen('logOut')} />
      </List>
      <Suspense>
        {open === 'logOut' && <LogOutDialog onClose={close} />}
        {open !== null && open !== 'logOut' && <LegalDialog slug={open} onClose={close} />}
      </Suspense>
    </Screen>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className="grid gap-2">
      <h2 id={id} className="text-sm font-semibold text-text-muted">
        {title}
      </h2>
      <List labelledBy={id}>{children}</List>
    </section>
  )
}

type RowProps = {
  icon: ReactNode
  title: string
  subtitle?: ReactNode
  tone?: 'plain' | 'negative'
} & ({ path: ScreenPath } | { onClick: () => void })

const Row = ({ icon, title, subtitle, tone = 'plain', ...target }: RowProps) => (
  <ListRow
    leading={<RowIcon tone={tone}>{icon}</RowIcon>}
    title={title}
    {...(subtitle !== undefined && { subtitle })}
    {...('path' in target
      ? { chevron: true, render: (look) => <Link to={target.path as string} {...look} /> }
      : { onClick: target.onClick })}
  />
)

const themes = ['system', 'light', 'dark'] as const

/** In force at once, in this browser. */
const ThemeChoice = () => {
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
