import { buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { NotFoundPicture } from '@puente/ui/illustrations'
import { paths } from '#lib/layout/paths.ts'

/** Shown for an unknown address, with a link home. */
export const NotFoundScreen = () => {
  const t = useTranslations('shell.notFound')
  return (
    <main className="mx-auto grid min-h-dvh max-w-form content-center justify-items-center gap-4 p-6 text-center">
      <NotFoundPicture />
      <p className="text-sm font-semibold text-text-muted">404</p>
      <h1 className="text-2xl font-semibold">{t('title')}</h1>
      <p className="text-text-muted">{t('text')}</p>
      <Link to={paths.home.path} className={buttonClass()}>
        {t('home')}
      </Link>
    </main>
  )
}
