/** Going on with the photos on another device: the offer, and the dialog that shows the code and follows what happens. */
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { Skeleton } from '@puente/ui/skeleton'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Smartphone from 'lucide-react/icons/smartphone'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { photoPlanOf, type KycReport } from '../api/kyc-rules.ts'

const Qr = lazyPart(async () => (await import('#lib/layout/qr.tsx')).Qr)

export const HandOff = ({ report }: { report: KycReport }) => {
  const t = useTranslations('kyc.handoff')
  const fail = useShowError()
  const [isShown, setShown] = useState(false)
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: async () => {
      const started = await call('kycHandoff', {})
      await client.invalidateQueries({ queryKey: queryKeys.kyc })
      return started
    },
    onError: fail,
  })
  if (photoPlanOf(report).length === 0) return null
  const begin = async () => {
    const started = await start.mutateAsync().catch(() => null)
    if (started) setShown(true)
  }
  return (
    <aside className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-border p-4 text-sm">
      <p className="flex flex-1 basis-56 items-center gap-3 text-text-muted">
        <Smartphone aria-hidden="true" className="size-5 shrink-0 text-brand-text" />
        {t('offerText')}
      </p>
      <Button variant="secondary" size="small" pending={start.isPending} onClick={() => void begin()}>
        {t('offer')}
      </Button>
      {isShown && start.data && (
        <CodeDialog
          url={start.data.url}
          state={report.handoff?.state ?? 'ended'}
          pending={start.isPending}
          onAgain={() => void begin()}
          onClose={() => setShown(false)}
        />
      )}
    </aside>
  )
}

type DialogProps = {
  url: string
  state: 'waiting' | 'open' | 'ended'
  pending: boolean
  onAgain: () => void
  onClose: () => void
}

const CodeDialog = ({ url, state, pending, onAgain, onClose }: DialogProps) => {
  const t = useTranslations('kyc.handoff')
  const client = useQueryClient()
  const stop = useMutation({
    mutationFn: () => call('endKycHandoff', {}),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.kyc }),
  })
  // A code that nobody shows any more should open nothing.
  const close = () => {
    if (state === 'waiting') stop.mutate()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t('title')}
      description={state === 'waiting' ? t('text') : undefined}
      closeLabel={t('close')}
      actions={
        state === 'ended' ? (
          <Button full pending={pending} onClick={onAgain}>
            {t('again')}
          </Button>
        ) : (
          <Button full variant="secondary" pending={stop.isPending} onClick={() => stop.mutate()}>
            {t('stop')}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {state === 'waiting' && (
          <>
            <Suspense fallback={<Skeleton shape="block" />}>
              <Qr text={url} label={t('qr')} />
            </Suspense>
            <details className="text-sm">
              <summary className="cursor-pointer py-2 font-semibold text-brand-text">{t('orLink')}</summary>
              <p className="break-all select-all">{url}</p>
            </details>
          </>
        )}
        <output className="text-center font-medium">{t(state)}</output>
      </div>
    </Dialog>
  )
}
