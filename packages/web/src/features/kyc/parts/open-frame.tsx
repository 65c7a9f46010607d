import { BridgeMark } from '@puente/ui/bridge-mark'
import { NoticeRegion } from '@puente/ui/notice'
import { brand } from '@puente/contract'
import type { ReactNode } from 'react'
import { LanguageOffer } from '#lib/i18n/language-offer.tsx'
import { LanguageSwitch } from '#lib/i18n/language-switch.tsx'
import { SandboxSlot } from '#lib/layout/sandbox-slot.tsx'

/** One column for someone who is not signed in here; it links nowhere, because whoever is here has one thing to do. */
export const OpenFrame = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <div className="mx-auto grid min-h-dvh w-full max-w-form content-start px-5 pb-32 desktop:max-w-flow desktop:pb-12">
    <header className="flex min-h-18 items-center justify-between gap-3 pt-[env(safe-area-inset-top,0px)]">
      <BridgeMark name={brand.appName} variant="wordmark" />
      <div className="flex items-center gap-1">
        <SandboxSlot />
        <LanguageSwitch />
      </div>
    </header>
    <NoticeRegion />
    <main className="grid gap-6 pt-6 desktop:rounded-lg desktop:border desktop:border-border desktop:bg-surface-raised desktop:p-6">
      <div className="grid gap-2">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {lead !== undefined && <p className="text-text-muted">{lead}</p>}
      </div>
      {children}
      <LanguageOffer />
    </main>
  </div>
)
