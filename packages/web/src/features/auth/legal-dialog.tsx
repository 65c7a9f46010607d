import { Dialog } from '@puente/ui/dialog'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { LegalSlug, Result } from '@puente/contract'
import { call } from '#lib/api.ts'
import { useFormats } from '#lib/format.ts'
import { useFailure } from '#lib/use-failure.ts'

type LegalText = Result<'legal'>

/** A legal text over the form, so that nobody has to leave it to read what they accept. */
export const LegalDialog = ({ slug, onClose }: { slug: LegalSlug; onClose: () => void }) => {
  const t = useTranslations()
  const formats = useFormats()
  const language = useLocale()
  const fail = useFailure()
  const [text, setText] = useState<LegalText | null>(null)

  const giveUp = useEffectEvent(async (error: unknown) => {
    await fail(error)
    onClose()
  })

  useEffect(() => {
    const abort = new AbortController()
    call('legal', { slug, lang: language }, { signal: abort.signal }).then(setText, async (error: unknown) => {
      if (!abort.signal.aborted) await giveUp(error)
    })
    return () => abort.abort()
  }, [slug, language])

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text?.title ?? t('common.loading')}
      description={text && t('auth.legal.version', { version: text.version, date: formats.day(text.effectiveFrom) })}
      closeLabel={t('common.close')}
    >
      {text ? (
        <section
          // It scrolls by itself, so the keyboard must be able to reach it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={text.title}
          className="grid max-h-[55dvh] gap-4 overflow-y-auto pe-1"
        >
          {text.sections.map(({ heading, text: body }) => (
            <section key={heading} className="grid gap-1">
              <h3 className="font-semibold">{heading}</h3>
              <p className="whitespace-pre-line text-text-muted">{body}</p>
            </section>
          ))}
        </section>
      ) : (
        <Loading label={t('common.loading')}>
          <Skeleton shape="block" />
        </Loading>
      )}
    </Dialog>
  )
}
