/** What may come later than the screen: worker, install banner, update prompt, sandbox pill. */
import { BridgeMark } from '@puente/ui/bridge-mark'
import { Button } from '@puente/ui/button'
import { brand } from '@puente/contract'
import { useEffect, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { declineInstall, install, useInstallOffer } from '#lib/browser/install.ts'
import { applyUpdate, postponeUpdate, registerWorker, useUpdate } from '#lib/browser/pwa.ts'
import { useSession } from '#lib/session/session.ts'
import { SandboxPill } from './shell/sandbox-pill.tsx'

const Bar = ({ children, label }: { children: ReactNode; label: string }) => (
  <section
    data-bar=""
    aria-label={label}
    className="fixed inset-x-3 bottom-[calc(var(--tabs-height)+1.75rem)] z-30 mx-auto grid max-w-form animate-arrive gap-3 rounded-lg border border-border bg-surface-raised p-4 shadow-float desktop:inset-x-auto desktop:end-6 desktop:bottom-6 desktop:w-[27.5rem]"
  >
    {children}
  </section>
)

const InstallBanner = () => {
  const t = useTranslations('shell.install')
  if (useInstallOffer() === null) return null
  const title = t('title', { appName: brand.appName })
  return (
    <Bar label={title}>
      <div className="flex items-center gap-3">
        <span aria-hidden="true">
          <BridgeMark name={brand.appName} />
        </span>
        <div>
          <p className="font-semibold">{title}</p>
          <p className="text-sm text-text-muted">{t('text')}</p>
        </div>
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" size="small" onClick={declineInstall}>
          {t('later')}
        </Button>
        <Button size="small" onClick={() => void install()}>
          {t('install')}
        </Button>
      </div>
    </Bar>
  )
}

const UpdatePrompt = () => {
  const t = useTranslations('shell.update')
  if (!useUpdate()) return null
  return (
    <Bar label={t('text')}>
      <p className="font-semibold">{t('text')}</p>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" size="small" onClick={postponeUpdate}>
          {t('later')}
        </Button>
        <Button size="small" onClick={applyUpdate}>
          {t('reload')}
        </Button>
      </div>
    </Bar>
  )
}

export const DeferredShell = () => {
  const { status } = useSession()
  const signedOut = status === 'out'
  // Signing out clears the worker away with everything else, so it is registered again.
  useEffect(() => void registerWorker().catch(() => undefined), [signedOut])
  return (
    <>
      <SandboxPill />
      <UpdatePrompt />
      <InstallBanner />
    </>
  )
}
