/** Shown while a screen's code or data loads; after two minutes it gives up. */
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { afterAwake } from '#lib/browser/clock.ts'
import { hasFirstScreen } from '#lib/browser/first-screen.ts'
import { CHUNK_TIMEOUT_MS } from '#lib/browser/lazy-part.ts'
import { ErrorNotice } from './error-screen.tsx'

export const PendingScreen = () => {
  const t = useTranslations('common')
  const [stalled, setStalled] = useState(false)
  useEffect(() => afterAwake(CHUNK_TIMEOUT_MS, () => setStalled(true)), [])
  if (stalled) return <ErrorNotice />
  // The prerendered screen is a better placeholder than a skeleton.
  if (hasFirstScreen()) return null
  return (
    <div className="mx-auto w-full max-w-page p-5">
      <Loading label={t('loading')}>
        <Skeleton shape="block" />
      </Loading>
    </div>
  )
}
