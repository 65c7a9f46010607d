/** What the screens share that change one thing about the user. */
import type { Me } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { useNotices } from '@puente/ui/notice'
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'
import { reloadMe } from '#lib/session/me.ts'

export type Fixable = keyof Me['changesLeft']

/** Says that it is saved and leads back to where the value is shown. */
export const useSaved = (): (() => Promise<void>) => {
  const t = useTranslations('profile.edit')
  const { show } = useNotices()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return async () => {
    await reloadMe()
    show('positive', t('saved'))
    if (canGoBack) router.history.back()
    else router.history.replace(paths.settingsPersonalInfo.path)
  }
}

/** Why something about the user can no longer be changed here. */
const reasonOf = ({ KYC }: Me): 'verified' | 'inReview' | 'usedUp' => {
  if (KYC.tier >= 1) return 'verified'
  const statuses = [KYC.selfieIdStatus, KYC.selfieStatus, KYC.invoiceStatus, KYC.videoStatus]
  return statuses.includes('inReview') ? 'inReview' : 'usedUp'
}

/** In place of the form: why it is not there, and where to go. */
export const Fixed = ({ what, me }: { what: Fixable; me: Me }) => {
  const t = useTranslations('profile.edit')
  const reason = what === 'username' ? 'chosen' : reasonOf(me)
  const support = (chunks: ReactNode) => (
    <Link
      to={paths.settingsTicket.path as string}
      state={{ help: { module: 'account' } }}
      className="font-semibold underline"
    >
      {chunks}
    </Link>
  )
  return (
    <Banner tone="info" title={t(`fixed.${what}`)}>
      <p>{reason === 'chosen' ? t('why.chosen') : t.rich(`why.${reason}`, { support })}</p>
    </Banner>
  )
}

/** How often it may still be changed; nothing where it is not counted. */
export const ChangesLeft = ({ count }: { count: number }) => {
  const t = useTranslations('profile.edit')
  return <p className="text-sm text-text-muted">{t('left', { count })}</p>
}

export const SaveButton = ({ pending }: { pending: boolean }) => {
  const t = useTranslations()
  return (
    <Button type="submit" size="large" full pending={pending} pendingLabel={t('common.working')}>
      {t('profile.edit.save')}
    </Button>
  )
}
