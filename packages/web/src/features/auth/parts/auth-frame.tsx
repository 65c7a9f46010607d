import { BridgeMark } from '@puente/ui/bridge-mark'
import { NoticeRegion } from '@puente/ui/notice'
import { brand } from '@puente/contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LanguageOffer } from '#lib/i18n/language-offer.tsx'
import { LanguageSwitch } from '#lib/i18n/language-switch.tsx'
import { ScreenLink } from '#lib/layout/navigation.tsx'
import { paths } from '#lib/layout/paths.ts'
import { SandboxSlot } from '#lib/layout/sandbox-slot.tsx'
import { BridgeScene } from './bridge-scene.tsx'

type Props = {
  title: string
  lead?: ReactNode
  children: ReactNode
  /** Above the title: where one is in a flow. */
  progress?: ReactNode
}

/** The frame of every screen before home: the brand, one column, and on a wide screen the bridge beside it. */
export const AuthFrame = ({ title, lead, children, progress }: Props) => {
  const t = useTranslations('auth.signIn')
  return (
    <div className="min-h-dvh desktop:grid desktop:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <aside aria-hidden="true" className="relative hidden overflow-hidden bg-hero text-on-hero desktop:block">
        <div className="sticky top-0 grid h-dvh content-between">
          <div className="p-10">
            <BridgeMark name={brand.appName} variant="wordmark" onHero />
            <p className="mt-16 max-w-[11ch] text-4xl font-semibold tracking-tight text-balance">{t('welcome')}</p>
          </div>
          <BridgeScene />
        </div>
      </aside>
      <div className="mx-auto grid min-h-dvh w-full max-w-form content-start px-5 pb-10 desktop:content-center desktop:py-16">
        <header className="flex min-h-18 items-center justify-between gap-3 pt-[env(safe-area-inset-top,0px)] desktop:absolute desktop:end-6 desktop:top-0">
          <ScreenLink to={paths.root.path} className="rounded-md desktop:hidden">
            <BridgeMark name={brand.appName} variant="wordmark" />
          </ScreenLink>
          <div className="flex items-center gap-1">
            <SandboxSlot />
            <LanguageSwitch />
          </div>
        </header>
        <NoticeRegion className="desktop:has-[[data-notice]]:pb-6" />
        <main className="grid gap-6 pt-6 desktop:pt-0">
          {progress}
          <div className="grid gap-2">
            <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
            {lead !== undefined && <p className="text-text-muted">{lead}</p>}
          </div>
          {children}
          <LanguageOffer />
        </main>
      </div>
    </div>
  )
}
