/** Going on with the photos on another device: the offer of it, and its dialog. */
import { Button } from '@puente/ui/button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Smartphone from 'lucide-react/icons/smartphone'
import { Suspense, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { photoPlanOf, type KycReport } from '../api/kyc-rules.ts'

const HandOffDialog = lazyPart(async () => (await import('./hand-off-dialog.tsx')).HandOffDialog)

/**
 * The offer stands where the width of the screen wants it; the dialog stays apart from it, so that it does not close when the
 * offer moves. Neither without a photo to take, or without an attempt left.
 */
export const useHandOff = (report: KycReport | undefined): { offer: ReactNode; dialog: ReactNode } => {
  const t = useTranslations('kyc.handoff')
  const fail = useShowError()
  /** The newest submission when the code was made; undefined while the dialog is closed. */
  const [submittedBefore, setSubmittedBefore] = useState<string | null>()
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: async () => {
      const started = await call('kycHandoff', {})
      await client.invalidateQueries({ queryKey: queryKeys.kyc })
      return started
    },
    onError: fail,
  })
  if (!report || report.triesLeft === 0 || photoPlanOf(report).length === 0) return { offer: null, dialog: null }
  const begin = async () => {
    const started = await start.mutateAsync().catch(() => null)
    if (started) setSubmittedBefore(report.submittedAt)
  }
  const offer = (
    <aside className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-border bg-surface-raised p-4 text-sm">
      <p className="flex flex-1 basis-56 items-center gap-3 text-text-muted">
        <Smartphone aria-hidden="true" className="size-5 shrink-0 text-brand-text" />
        {t('offerText')}
      </p>
      <Button variant="secondary" size="small" pending={start.isPending} onClick={() => void begin()}>
        {t('offer')}
      </Button>
    </aside>
  )
  const ending = report.submittedAt === submittedBefore ? 'ended' : 'arrived'
  const dialog = submittedBefore !== undefined && start.data && (
    <Suspense>
      <HandOffDialog
        url={start.data.url}
        state={report.handoff?.state ?? ending}
        pending={start.isPending}
        onAgain={() => void begin()}
        onClose={() => setSubmittedBefore(undefined)}
      />
    </Suspense>
  )
  return { offer, dialog }
}
