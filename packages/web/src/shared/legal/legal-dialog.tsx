import { Dialog } from '@puente/ui/dialog'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { LegalSlug } from '@puente/contract'
import { call } from '#lib/api/api.ts'
import { LegalText, LegalVersion, type Legal } from './legal-text.tsx'
import { useShowError } from '#lib/forms/use-show-error.ts'

/** A legal text over the screen, so that people can read what they accept without leaving it. */
export const LegalDialog = ({ slug, onClose }: { slug: LegalSlug; onClose: () => void }) => {
  const t = useTranslations('common')
  const language = useLocale()
  const fail = useShowError()
  const [legal, setLegal] = useState<Legal | null>(null)

  const giveUp = useEffectEvent(async (error: unknown) => {
    await fail(error)
    onClose()
  })

  useEffect(() => {
    const abort = new AbortController()
    call('legal', { slug, lang: language }, { signal: abort.signal }).then(setLegal, async (error: unknown) => {
      if (!abort.signal.aborted) await giveUp(error)
    })
    return () => abort.abort()
  }, [slug, language])

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={legal?.title ?? t('loading')}
      description={legal && <LegalVersion legal={legal} />}
      closeLabel={t('close')}
    >
      <LegalText legal={legal} />
    </Dialog>
  )
}
