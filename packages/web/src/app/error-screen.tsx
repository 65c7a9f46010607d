/** When a screen breaks: say so, report it, and offer to load the page again. */
import { Button } from '@puente/ui/button'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { reportClientError } from '#lib/usage.ts'

export const ErrorNotice = () => {
  const t = useTranslations('shell.error')
  return (
    <main className="mx-auto grid min-h-[60dvh] max-w-form content-center gap-4 p-6 text-center" role="alert">
      <h1 className="text-2xl font-semibold">{t('title')}</h1>
      <p className="text-text-muted">{t('text')}</p>
      <Button onClick={() => location.reload()}>{t('reload')}</Button>
    </main>
  )
}

export const ErrorScreen = ({ error }: Pick<ErrorComponentProps, 'error'>) => {
  useEffect(() => reportClientError(error, location.pathname), [error])
  return <ErrorNotice />
}
