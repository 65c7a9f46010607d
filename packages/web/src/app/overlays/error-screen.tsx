/** When a screen breaks: say so, report it, and offer to load the page again. */
import { Button } from '@puente/ui/button'
import { OfflinePicture } from '@puente/ui/illustrations'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { reportClientError } from '#lib/api/usage.ts'
import { patternOf } from '../screen-seen.ts'

export const ErrorNotice = () => {
  const t = useTranslations('shell.error')
  return (
    <main className="mx-auto grid min-h-[60dvh] max-w-form content-center justify-items-center gap-3 p-6 text-center">
      <OfflinePicture />
      <div role="alert" className="grid gap-3 pt-2">
        <h1 className="text-2xl font-semibold">{t('title')}</h1>
        <p className="text-text-muted">{t('text')}</p>
      </div>
      <div className="pt-3">
        <Button onClick={() => location.reload()}>{t('reload')}</Button>
      </div>
    </main>
  )
}

export const ErrorScreen = ({ error }: Pick<ErrorComponentProps, 'error'>) => {
  // Where the lock screen breaks there is no router.
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined
  useEffect(() => reportClientError(error, router ? patternOf(router.state.matches) : 'lock'), [error, router])
  return <ErrorNotice />
}
