/** How the account is protected: the ways to log in, the second step, and which browsers skip it. */
import { Banner } from '@puente/ui/badge'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import History from 'lucide-react/icons/history'
import KeyRound from 'lucide-react/icons/key-round'
import Link2 from 'lucide-react/icons/link-2'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Snowflake from 'lucide-react/icons/snowflake'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { failureOf, LoadFailed } from '#lib/layout/load-failed.tsx'
import { paths, useScreenExists } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { isOwnerInDoubt, useMe } from '#lib/session/me.ts'
import { LostDeviceRow } from '#shared/device/lost-device-row.tsx'
import { socialQuery } from '#shared/social/social-query.ts'
import { factorsQuery } from '#shared/step-up/factors-query.ts'
import { ProofWaits } from '#shared/step-up/proof-waits.tsx'
import { AppRow } from '../parts/app-row.tsx'
import { BrowsersSection } from '../parts/browsers-section.tsx'
import { CodesRow } from '../parts/codes-row.tsx'
import { PasskeysSection } from '../parts/passkeys-section.tsx'
import { Section } from '../parts/section.tsx'

/** Which services are connected; undefined while that is not known. */
const useConnectedServices = (): string | undefined => {
  const t = useTranslations('social.settings')
  const { data } = useQuery(socialQuery)
  if (!data) return undefined
  const linked = new Set(data.items.map(({ provider }) => provider))
  const names = data.providers.filter(({ id }) => linked.has(id)).map(({ name }) => name)
  return names.length === 0 ? t('notConnected') : t('connectedTo', { services: names.join(', ') })
}

/**
 * What to do at once when a device is gone or a payment is not one's own: first, where a frightened person looks. That the account
 * is frozen already stands above every screen.
 */
const Emergency = () => {
  const t = useTranslations('factors.emergency')
  const isFrozen = useMe().status === 'frozen'
  return (
    <Section title={t('title')}>
      {(labelledBy) => (
        <List labelledBy={labelledBy}>
          <LostDeviceRow />
          {!isFrozen && (
            <ListRow
              leading={
                <RowIcon tone="negative">
                  <Snowflake />
                </RowIcon>
              }
              title={t('freeze')}
              subtitle={t('freezeText')}
              chevron
              render={(look) => <Link to={paths.settingsAccount.path} {...look} />}
            />
          )}
        </List>
      )}
    </Section>
  )
}

export const SecurityScreen = () => {
  const t = useTranslations('factors')
  const tCommon = useTranslations('common')
  const formats = useFormats()
  const tSocial = useTranslations('social.settings')
  const exists = useScreenExists()
  const factors = useQuery(factorsQuery)
  const services = useConnectedServices()
  const isInDoubt = isOwnerInDoubt(useMe())

  if (factors.isPending)
    return (
      <Screen>
        <Loading label={tCommon('loading')}>
          <SkeletonRows count={5} />
        </Loading>
      </Screen>
    )
  if (!factors.data)
    return (
      <Screen>
        <LoadFailed {...failureOf(factors)} />
      </Screen>
    )
  const { passwordChangedAt } = factors.data
  const activity = [
    { path: paths.settingsSessions.path, title: t('sessions'), icon: <MonitorSmartphone /> },
    { path: paths.settingsSecurityLog.path, title: t('log'), icon: <History /> },
  ].filter(({ path }) => exists(path))
  return (
    <Screen>
      <Emergency />
      <Section title={t('logIn')}>
        {(labelledBy) => (
          <List labelledBy={labelledBy}>
            <ListRow
              leading={
                <RowIcon>
                  <KeyRound />
                </RowIcon>
              }
              title={t('password.title')}
              subtitle={
                passwordChangedAt === null
                  ? t('password.none')
                  : t('password.changed', { date: formats.date(passwordChangedAt) })
              }
              chevron
              render={(look) => (
                <Link
                  to={(passwordChangedAt === null ? paths.settingsSocial : paths.settingsPassword).path as string}
                  {...look}
                />
              )}
            />
            <ListRow
              leading={
                <RowIcon>
                  <Link2 />
                </RowIcon>
              }
              title={tSocial('title')}
              subtitle={services}
              chevron
              render={(look) => <Link to={paths.settingsSocial.path} {...look} />}
            />
          </List>
        )}
      </Section>
      {isInDoubt ? <Banner tone="waiting">{t('inDoubt')}</Banner> : <ProofWaits />}
      <PasskeysSection factors={factors.data} />
      <Section title={t('secondStep')}>
        {(labelledBy) => (
          <List labelledBy={labelledBy}>
            <AppRow factors={factors.data} />
            <CodesRow factors={factors.data} />
          </List>
        )}
      </Section>
      <BrowsersSection factors={factors.data} />
      {activity.length > 0 && (
        <Section title={t('activity')}>
          {(labelledBy) => (
            <List labelledBy={labelledBy}>
              {activity.map(({ path, title, icon }) => (
                <ListRow
                  key={path}
                  leading={<RowIcon>{icon}</RowIcon>}
                  title={title}
                  chevron
                  render={(look) => <Link to={path as string} {...look} />}
                />
              ))}
            </List>
          )}
        </Section>
      )}
    </Screen>
  )
}
