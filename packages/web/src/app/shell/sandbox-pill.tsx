import FlaskConical from 'lucide-react/icons/flask-conical'
import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { sandboxSlot } from '#lib/layout/sandbox-slot.tsx'
import { useStore } from '#lib/browser/store.ts'
import type { Sandbox } from './sandbox-menu.tsx'

const SandboxMenu = lazyPart(() => import('./sandbox-menu.tsx').then((part) => part.SandboxMenu))

/** States in every header that no real money moves, and opens the sandbox's menu. */
export const SandboxPill = () => {
  const t = useTranslations('shell.sandbox')
  const place = useStore(sandboxSlot)
  const [sandbox, setSandbox] = useState<Sandbox | null>(null)
  // Once opened the menu stays mounted, so that its closing can be animated.
  const [menu, setMenu] = useState<'unused' | 'open' | 'closed'>('unused')
  useEffect(() => {
    const abort = new AbortController()
    call('config', undefined, { signal: abort.signal })
      .then((config) => setSandbox(config.sandbox))
      .catch(() => undefined)
    return () => abort.abort()
  }, [])
  if (sandbox === null || place === null) return null
  return (
    <>
      {createPortal(
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={menu === 'open'}
          title={t('text')}
          onClick={() => setMenu('open')}
          className="inline-grid min-h-11 min-w-11 shrink-0 place-items-center rounded-full"
        >
          <span className="inline-flex items-center gap-1.5 rounded-full bg-waiting-soft px-2.5 py-1.5 text-sm leading-none font-semibold text-waiting">
            {/* A phone has room for the word or the sign; beside a way back and an account only for the sign. */}
            <FlaskConical
              aria-hidden="true"
              className="size-4 max-sm:hidden max-[23.5rem]:block! in-[[data-crowded]]:block!"
            />
            <span className="max-[23.5rem]:sr-only max-sm:in-[[data-crowded]]:sr-only">{t('pill')}</span>
          </span>
        </button>,
        place,
      )}
      {menu !== 'unused' && (
        <Suspense>
          <SandboxMenu
            sandbox={sandbox}
            open={menu === 'open'}
            onOpenChange={(open) => setMenu(open ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </>
  )
}
