/**
 * Covers the route, which stays mounted: what was typed is there when the network is back. A person who leaves the device now
 * can log out; the server learns of it when the network is back.
 */
import { Button } from '@puente/ui/button'
import { OfflinePicture } from '@puente/ui/illustrations'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMoneyUnderWay } from '#shared/payment/money-under-way.ts'
import { checkOnline } from '#lib/api/online.ts'
import { signOut, useSession } from '#lib/session/session.ts'

export const OfflineScreen = () => {
  const t = useTranslations('shell.offline')
  const [state, setState] = useState<'idle' | 'checking' | 'still'>('idle')
  const { status } = useSession()
  const isPaying = useMoneyUnderWay()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const check = async () => {
    setState('checking')
    if (!(await checkOnline())) setState('still')
  }

  return (
    <div
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="offline-title"
      className="fixed inset-0 z-50 grid overflow-y-auto bg-surface"
    >
      <div className="m-auto grid max-w-form justify-items-center gap-3 p-6 text-center">
        <OfflinePicture />
        <h1 id="offline-title" ref={heading} tabIndex={-1} className="pt-2 text-2xl font-semibold outline-none">
          {t('title')}
        </h1>
        <p className="text-text-muted">{t(isPaying ? 'paymentText' : 'text')}</p>
        <div className="pt-3">
          <Button onClick={() => void check()} pending={state === 'checking'}>
            {t('retry')}
          </Button>
        </div>
        {(status === 'in' || status === 'locked') && (
          <Button variant="ghost" onClick={() => void signOut()}>
            {t('logOut')}
          </Button>
        )}
        <output className="min-h-6 text-sm text-text-muted">{state === 'still' ? t('still') : ''}</output>
      </div>
    </div>
  )
}
