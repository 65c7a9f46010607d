/** What may come later than the screen: worker, install banner, update prompt, sandbox strip. */
import { BridgeMark } from '@puente/ui/bridge-mark'
import { Button } from '@puente/ui/button'
import { brand, type Result } from '@puente/contract'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api.ts'
import { declineInstall, install, useInstallOffer } from '#lib/install.ts'
import { applyUpdate, postponeUpdate, registerWorker, useUpdate } from '#lib/pwa.ts'
import { useSession } from '#lib/session.ts'

const Bar = ({ children, label }: { children: ReactNode; label: string }) => (
  <section
    data-bar=""
    aria-label={label}
    className="fixed inset-x-3 bottom-[calc(var(--tabs-height)+var(--foot)+1.75rem)] z-30 mx-auto grid max-w-form animate-arrive gap-3 rounded-lg border border-border bg-surface-raised p-4 shadow-float desktop:inset-x-auto desktop:end-6 desktop:bottom-[calc(var(--foot)+1.5rem)] desktop:w-[27.5rem]"
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

/** Says on every screen of a sandbox that no real money moves, and where its mails and messages end up. */
const SandboxStrip = () => {
  const t = useTranslations('shell.sandbox')
  const [sandbox, setSandbox] = useState<Result<'config'>['sandbox']>(null)
  useEffect(() => {
    const abort = new AbortController()
    call('config', undefined, { signal: abort.signal })
      .then((config) => setSandbox(config.sandbox))
      .catch(() => undefined)
    return () => abort.abort()
  }, [])
  if (!sandbox) return null
  return (
    <aside
      aria-label={t('text')}
      className="sandbox-strip fixed inset-x-0 bottom-0 z-30 flex min-h-(--foot) flex-wrap items-center justify-center gap-x-3 bg-waiting-soft px-4 py-1 pb-[calc(0.25rem+env(safe-area-inset-bottom,0px))] text-center text-sm text-text"
    >
      <p>{t('text')}</p>
      <a
        href={sandbox.inboxUrl}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-6 items-center rounded-sm font-semibold underline"
      >
        {t('inbox')}
      </a>
    </aside>
  )
}

export const Extras = () => {
  const { status } = useSession()
  const signedOut = status === 'out'
  // Signing out clears the worker away with everything else, so it is registered again.
  useEffect(() => void registerWorker().catch(() => undefined), [signedOut])
  return (
    <>
      <SandboxStrip />
      <UpdatePrompt />
      <InstallBanner />
    </>
  )
}
