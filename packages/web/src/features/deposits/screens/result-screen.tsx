/**
 * Where the provider's page sends people back to. The address is not trusted: the server is asked for the state of
 * the payment, repeatedly while the bank is deciding, and at once when the live stream reports a change.
 */
import { buttonClass } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { finishFlow } from '#lib/forms/draft.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { movementQuery } from '#shared/movement/movement-list.ts'
import { paymentSessionQuery } from '#shared/payment/payment-session.ts'
import { providerPage, sendSessionIdIn } from '#shared/payment/provider-page.ts'
import { paths } from '#lib/layout/paths.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { Screen } from '#lib/layout/screen.tsx'
import '../parts/deposit-draft.ts'
import { Cancelled, Done, TryAgain, Waiting } from '../parts/result-parts.tsx'
import { resultView, type Session } from '../parts/result-view.ts'

const POLL_MS = 3_000

type Came = 'success' | 'cancel'

/** The session under way; from the address only where this tab has lost it, as when the installed app comes back. */
const useSessionId = (): string | null => {
  const router = useRouter()
  const [id] = useState(
    () => providerPage.id() ?? sendSessionIdIn(new URLSearchParams(router.history.location.search).get('session')),
  )
  return id
}

export const ResultScreen = ({ cameBack }: { cameBack: Came }) => {
  const id = useSessionId()
  return <Screen width="form">{id === null ? <Nothing /> : <Standing id={id} cameBack={cameBack} />}</Screen>
}

const Standing = ({ id, cameBack }: { id: string; cameBack: Came }) => {
  const t = useTranslations('transfers.deposit.result')
  const query = useQuery({
    ...paymentSessionQuery(id),
    refetchInterval: ({ state: { data } }) => (data && resultView(data, cameBack) === 'wait' ? POLL_MS : false),
  })
  const { data: session, refetch } = query
  useLiveVersion(session, () => void refetch())
  useSettled(session)

  if (session) return <View session={session} cameBack={cameBack} />
  if (query.error instanceof ApiRefusal && query.error.code === 'notFound') return <Nothing />
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

const View = ({ session, cameBack }: { session: Session; cameBack: Came }) => {
  const view = resultView(session, cameBack)
  switch (view) {
    case 'done':
      return <Done session={session} />
    case 'cancelled':
      return <Cancelled />
    case 'wait':
      return <Waiting session={session} />
    case 'declined':
    case 'unfinished':
      return <TryAgain session={session} reason={view} />
  }
}

/** Reads the payment again when the live stream brings a newer version of the transaction. */
const useLiveVersion = (session: Session | undefined, again: () => void): void => {
  const { data: row } = useQuery({ ...movementQuery(session?.transactionId ?? ''), enabled: session !== undefined })
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
}

/** Once the end is known the session is forgotten and everything that shows the balance is read again. */
const useSettled = (session: Session | undefined): void => {
  const client = useQueryClient()
  const isSettled = session?.next === 'done'
  useEffect(() => {
    if (!isSettled) return
    providerPage.end()
    finishFlow('deposit')
    for (const queryKey of [queryKeys.me, queryKeys.transactions, queryKeys.limits, queryKeys.fees])
      void client.invalidateQueries({ queryKey })
  }, [isSettled, client])
}

const Nothing = () => {
  const t = useTranslations('transfers.deposit')
  useEffect(() => providerPage.end(), [])
  return (
    <EmptyState
      picture={<EmptyListPicture />}
      title={t('result.nothing.title')}
      text={t('result.nothing.text')}
      action={
        <Link to={paths.deposit.path} className={buttonClass({ variant: 'secondary' })}>
          {t('title')}
        </Link>
      }
    />
  )
}
