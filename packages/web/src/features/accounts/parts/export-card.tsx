import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call, fetchDocument } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useCountdown } from '#lib/browser/countdown.ts'
import { onDevice } from '#lib/browser/product-time.ts'
import { saveFile } from '#lib/browser/save-file.ts'
import { useOneAtATime } from '#lib/forms/one-at-a-time.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { useFormats } from '#lib/i18n/format.ts'
import { useHeadingAfter } from '#lib/layout/focus-heading.ts'
import { isOwnerInDoubt, useMe } from '#lib/session/me.ts'
import { ProofWaits } from '#shared/step-up/proof-waits.tsx'

const LOOK_AGAIN_MS = 3_000
const DAY_MS = 86_400_000

/** A copy of all of one's data: asking for it, waiting, and fetching it while it is there. */
export const ExportCard = () => {
  const t = useTranslations('accounts.export')
  const common = useTranslations('common')
  const formats = useFormats()
  const client = useQueryClient()
  const showError = useShowError()
  const once = useOneAtATime()
  const latest = useQuery({
    queryKey: queryKeys.dataExport,
    queryFn: ({ signal }) => call('latestExport', undefined, { signal }),
    refetchInterval: ({ state }) => (state.data?.export?.state === 'preparing' ? LOOK_AGAIN_MS : false),
  })
  const onError = (error: unknown) => {
    void latest.refetch()
    if (!(error instanceof ApiRefusal && error.code === 'stepUpRequired')) void showError(error)
  }
  const order = useMutation({
    mutationFn: () => call('exportData', {}),
    onSuccess: (made) => client.setQueryData(queryKeys.dataExport, { export: made }),
    onError,
  })
  const fetching = useMutation({
    mutationFn: (id: string) => fetchDocument('getExport', { id }),
    onSuccess: (blob) => saveFile(blob, 'puente-data.zip'),
    onError,
  })
  const part = useHeadingAfter(order.data)
  const found = latest.data?.export ?? null
  const nextAt =
    found && found.state !== 'failed' ? new Date(Date.parse(found.requestedAt) + DAY_MS).toISOString() : null
  const isInDoubt = isOwnerInDoubt(useMe())
  const isEarly = useCountdown(nextAt === null ? null : onDevice(nextAt)) > 0
  if (isInDoubt)
    return (
      <Card title={t('title')}>
        <p className="text-text-muted">{t('inDoubt')}</p>
      </Card>
    )
  if (latest.data === undefined)
    return (
      <Card title={t('title')}>
        {latest.isError ? (
          <LoadFailed {...failureOf(latest)} />
        ) : (
          <Loading label={common('loading')}>
            <Skeleton />
          </Loading>
        )}
      </Card>
    )
  return (
    <div ref={part}>
      <Card title={t('title')}>
        <p className="text-text-muted">{t('text')}</p>
        <ProofWaits />
        {found?.state === 'preparing' && <Banner tone="info">{t('preparing')}</Banner>}
        {found?.state === 'failed' && <Banner tone="negative">{t('failed')}</Banner>}
        {found?.state === 'ready' && found.expiresAt !== null && (
          <>
            <p>{t('ready', { at: formats.dateTime(found.expiresAt) })}</p>
            <Button
              pending={fetching.isPending}
              pendingLabel={common('working')}
              onClick={() => once(() => fetching.mutateAsync(found.id))}
            >
              {t('download')}
            </Button>
          </>
        )}
        {nextAt !== null && isEarly ? (
          found?.state !== 'preparing' && (
            <p className="text-sm text-text-muted">{t('next', { at: formats.dateTime(nextAt) })}</p>
          )
        ) : (
          <Button
            variant="secondary"
            pending={order.isPending}
            pendingLabel={common('working')}
            onClick={() => once(() => order.mutateAsync())}
          >
            {t('action')}
          </Button>
        )}
      </Card>
    </div>
  )
}
