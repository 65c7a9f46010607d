/**
 * Where a provider's page sends people back to. The address is not trusted: the server is asked for the state of
 * the payment, repeatedly while the bank is deciding, and at once when the live stream reports a change.
 */
import { buttonClass } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { finishFlow, type Flow } from '#lib/forms/draft.ts'
import { useText, type TextKey } from '#lib/i18n/text-key.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { movementQuery } from '#shared/movement/movement-list.ts'
import { paymentSessionQuery } from '../payment-session.ts'
import { providerPage, sendSessionIdIn } from '../provider-page.ts'
import { paths, type ScreenPath } from '#lib/layout/paths.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { Cancelled, Replaced, Waiting } from './result-parts.tsx'
import { resultView, type ResultProps, type RetryProps, type Session } from './result-view.ts'
import { useCapture } from './use-capture.ts'

const POLL_MS = 3_000

/** What a kind of payment shows at its end, and where it starts. */
export type ResultLook = {
  flow: Flow
  Done: ComponentType<ResultProps>
  TryAgain: ComponentType<RetryProps>
  start: { path: ScreenPath; label: TextKey }
}

export type ResultScreenProps = { cameBack: 'success' | 'cancel'; look: ResultLook }

/** The session under way; from the address only where this tab has lost it, as when the installed app comes back. */
const useSessionId = (): string | null => {
  const router = useRouter()
  const [id] = useState(
    () => providerPage.id() ?? sendSessionIdIn(new URLSearchParams(router.history.location.search).get('session')),
  )
  return id
}

export const PaymentResult = ({ cameBack, look }: ResultScreenProps) => {
  const id = useSessionId()
  return (
    <Screen width="form">
      {id === null ? <Nothing look={look} /> : <Standing id={id} cameBack={cameBack} look={look} />}
    </Screen>
  )
}

const Standing = ({ id, cameBack, look }: ResultScreenProps & { id: string }) => {
  const t = useTranslations('money.result')
  const { isCapturing, isClosed } = useCapture(id)
  const query = useQuery({
    ...paymentSessionQuery(id),
    enabled: !isCapturing,
    refetchInterval: ({ state: { data } }) =>
      data && resultView(data, cameBack, isClosed) === 'wait' ? POLL_MS : false,
  })
  const { data: session, refetch } = query
  const { row, isReading } = useLiveRow(session, () => void refetch())
  useSettled(session, look.flow)

  // Only the row tells why a payment has ended.
  const isKnown = session !== undefined && !(session.state === 'CANCELLED' && isReading)
  if (isKnown && !isCapturing) return <View {...{ session, row, cameBack, isClosed, look }} />
  if (query.error instanceof ApiRefusal && query.error.code === 'notFound') return <Nothing look={look} />
  if (query.isError) return <LoadFailed {...failureOf(query)} />
  return (
    <Loading label={t('checking')}>
      <div className="grid justify-items-center gap-5 py-10">
        <Skeleton shape="circle" />
        <Skeleton shape="amount" />
        <Skeleton />
      </div>
    </Loading>
  )
}

type ViewProps = ResultProps & ResultScreenProps & { isClosed: boolean }

const View = ({ session, row, cameBack, isClosed, look: { Done, TryAgain } }: ViewProps) => {
  const view = resultView(session, cameBack, isClosed)
  switch (view) {
    case 'done':
      return <Done session={session} row={row} />
    case 'cancelled':
      return <Cancelled row={row} />
    case 'wait':
      return <Waiting session={session} row={row} />
    case 'replaced':
      return <Replaced session={session} row={row} />
    case 'declined':
    case 'unfinished':
      return <TryAgain session={session} row={row} reason={view} />
  }
}

/** The row of the payment; reads the payment again when the live stream brings a newer version of it. */
const useLiveRow = (session: Session | undefined, again: () => void) => {
  const { data: row, isPending: isReading } = useQuery({
    ...movementQuery(session?.transactionId ?? ''),
    enabled: session !== undefined,
  })
  const version = row?.version
  const seen = useRef(version)
  const onVersion = useEffectEvent((next: number) => {
    const isFirst = seen.current === undefined
    seen.current = next
    if (!isFirst) again()
  })
  useEffect(() => {
    if (version !== undefined && version !== seen.current) onVersion(version)
  }, [version])
  return { row, isReading }
}

/** Once the end is known the session is forgotten and everything that shows the balance is read again. */
const useSettled = (session: Session | undefined, flow: Flow): void => {
  const client = useQueryClient()
  const isSettled = session?.next === 'done'
  useEffect(() => {
    if (!isSettled) return
    providerPage.end()
    finishFlow(flow)
    for (const queryKey of [queryKeys.me, queryKeys.transactions, queryKeys.limits, queryKeys.fees])
      void client.invalidateQueries({ queryKey })
  }, [isSettled, client, flow])
}

const Nothing = ({ look: { start } }: Pick<ResultScreenProps, 'look'>) => {
  const t = useTranslations('money.result.nothing')
  const text = useText()
  useEffect(() => providerPage.end(), [])
  return (
    <EmptyState
      picture={<EmptyListPicture />}
      title={t('title')}
      text={t('text')}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Link to={start.path as string} className={buttonClass({ variant: 'secondary' })}>
            {text(start.label)}
          </Link>
          <Link to={paths.movements.path} className={buttonClass({ variant: 'ghost' })}>
            {t('activity')}
          </Link>
        </span>
      }
    />
  )
}
