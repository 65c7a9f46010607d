/**
 * Covers the route and every dialog, which stay mounted: what was typed is there when the network is back, and so is the focus. A
 * person who leaves the device now can log out; the server learns of it when the network is back.
 */
import { Button } from '@puente/ui/button'
import { OfflinePicture } from '@puente/ui/illustrations'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useMoneyUnderWay } from '#shared/payment/money-under-way.ts'
import { checkOnline } from '#lib/api/online.ts'
import { useStepUpWaits } from '#lib/api/step-up.ts'
import { signOut, useSession } from '#lib/session/session.ts'

/** Puts all else on the page out of reach, dialogs too, and gives the focus back to where it was before. */
const useCover = () => {
  // As it renders: what is covered loses the focus before effects run.
  const [focused] = useState(() => document.activeElement)
  const cover = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const others = [...document.body.children].filter(
      (element) => element !== cover.current && !element.hasAttribute('inert'),
    )
    for (const element of others) element.setAttribute('inert', '')
    cover.current?.querySelector('h1')?.focus()
    // It would close the dialog below.
    const keepDialog = (event: KeyboardEvent) => event.key === 'Escape' && event.stopImmediatePropagation()
    addEventListener('keydown', keepDialog, true)
    return () => {
      removeEventListener('keydown', keepDialog, true)
      for (const element of others) element.removeAttribute('inert')
      if (focused instanceof HTMLElement && focused !== document.body) focused.focus()
    }
  }, [focused])
  return cover
}

export const OfflineScreen = () => {
  const t = useTranslations('shell.offline')
  const [state, setState] = useState<'idle' | 'checking' | 'still'>('idle')
  const { status } = useSession()
  const isUnderWay = useMoneyUnderWay()
  // Until it is confirmed, nothing has been sent.
  const isPaying = !useStepUpWaits() && isUnderWay
  const cover = useCover()

  const check = async () => {
    setState('checking')
    if (!(await checkOnline())) setState('still')
  }

  return createPortal(
    <div
      ref={cover}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="offline-title"
      className="fixed inset-0 z-70 grid overflow-y-auto bg-surface"
    >
      <div className="m-auto grid max-w-form justify-items-center gap-3 p-6 text-center">
        <OfflinePicture />
        <h1 id="offline-title" tabIndex={-1} className="pt-2 text-2xl font-semibold outline-none">
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
    </div>,
    document.body,
  )
}
