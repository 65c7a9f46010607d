import { Banner } from '@puente/ui/badge'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { isOwnerInDoubt, useMe } from '#lib/session/me.ts'
import { paths } from './paths.ts'

/** On every signed-in screen while the account is frozen, with the way to its end; not on the screen that is that way. */
export const FrozenBanner = () => {
  const t = useTranslations('shell.frozen')
  const me = useMe()
  const { pathname } = useLocation()
  if (me.status !== 'frozen' || pathname === paths.settingsAccount.path) return null
  return (
    <Banner
      tone="waiting"
      title={t('title')}
      action={
        <Link
          to={paths.settingsAccount.path as string}
          className="inline-flex min-h-11 items-center rounded-md font-semibold text-brand-text"
        >
          {t('action')}
        </Link>
      }
    >
      {t(isOwnerInDoubt(me) ? 'inDoubt' : 'text')}
    </Banner>
  )
}
