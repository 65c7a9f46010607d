import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { Skeleton } from '@puente/ui/skeleton'
import { Spinner } from '@puente/ui/spinner'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'

const Qr = lazyPart(async () => (await import('#lib/layout/qr.tsx')).Qr)

type Props = {
  url: string
  /** `arrived`: it ended because all that was asked for was sent. */
  state: 'waiting' | 'open' | 'ended' | 'arrived'
  pending: boolean
  onAgain: () => void
  onClose: () => void
}

/** The code for the other device, and what happens there. */
export const HandOffDialog = ({ url, state, pending, onAgain, onClose }: Props) => {
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
        ) : state === 'arrived' ? undefined : (
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
        <output className="flex items-center justify-center gap-2.5 text-center font-medium">
          {state === 'waiting' && <Spinner />}
          {t(state)}
        </output>
      </div>
    </Dialog>
  )
}
