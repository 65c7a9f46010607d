import { Button, buttonClass } from '@puente/ui/button'
import { Banner } from '@puente/ui/badge'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { EmptyState } from '@puente/ui/empty-state'
import { DonePicture, EmptyListPicture } from '@puente/ui/illustrations'
import { Money } from '@puente/ui/money'
import { Spinner } from '@puente/ui/spinner'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Balance } from '#shared/movement/balance.tsx'
import { call } from '#lib/api/api.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { useMe } from '#lib/session/me.ts'
import { Checking } from '#shared/payment/checking.tsx'
import { providerPage, provider } from '#shared/payment/provider-page.ts'
import { paths } from '#lib/layout/paths.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { Refused } from '#shared/payment/refused.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { useDeposit } from '#shared/payment/use-deposit.ts'
import type { Session } from './result-view.ts'

type Props = { session: Session }

const Middle = ({ children }: { children: ReactNode }) => (
  <div className="grid justify-items-center gap-4 pt-6 text-center">{children}</div>
)

/** The primary and the secondary action; side by side where the window is low. */
const Actions = ({ children }: { children: ReactNode }) => (
  <ScreenAction>
    <div className="grid gap-2 short:grid-cols-2">{children}</div>
  </ScreenAction>
)

const GiveUp = (button: { pending: boolean; onClick: () => void }) => {
  const t = useTranslations()
  return (
    <Button variant="secondary" size="large" full pendingLabel={t('common.working')} {...button}>
      {t('money.openDeposit.cancel')}
    </Button>
  )
}

const NotCancelled = ({ text }: { text: string | null }) => {
  const t = useTranslations('money.openDeposit')
  return <Refused title={t('notCancelled')} text={text} />
}

/** The page was left and the provider or the bank has not decided yet. The deposit can still be cancelled. */
export const Waiting = ({ session }: Props) => {
  const t = useTranslations('transfers.deposit.result.wait')
  const formats = useFormats()
  const { finish, refusal } = useFinish(session)
  const { next, url } = session
  return (
    <>
      <Middle>
        <span className="text-brand-text">
          <Spinner size={48} />
        </span>
        <Money cents={session.amount} locale={formats.locale} size="hero" />
        <output className="grid gap-2">
          <h2 className="text-xl font-semibold">{t('title')}</h2>
          <p className="text-text-muted">{t('text')}</p>
        </output>
      </Middle>
      <NotCancelled text={refusal} />
      {next === 'pay' && url !== null && (
        <Button variant="ghost" full onClick={() => provider.open(url)}>
          {t('backToPage')}
        </Button>
      )}
      <Actions>
        <Link to={paths.home.path} className={buttonClass({ size: 'large', full: true })}>
          {t('home')}
        </Link>
        <GiveUp pending={finish.isPending} onClick={() => !finish.isPending && finish.mutate()} />
      </Actions>
    </>
  )
}

export const Done = ({ session }: Props) => {
  const t = useTranslations('transfers.deposit.result.done')
  const formats = useFormats()
  const { wallet } = useMe()
  const money = (cents: number) => <Money cents={cents} locale={formats.locale} />
  return (
    <>
      <Middle>
        <DonePicture />
        <Money cents={session.amount} locale={formats.locale} size="hero" />
        <output className="grid gap-2">
          <h2 className="text-xl font-semibold">{t('title')}</h2>
          <p className="text-text-muted">{t('text', { amount: formats.money(session.amount) })}</p>
        </output>
      </Middle>
      <Card>
        <DefinitionList
          rows={[
            { term: t('charged'), value: money(session.totalCharge) },
            { term: t('balance'), value: <Balance cents={wallet.USD} /> },
          ]}
        />
      </Card>
      <Actions>
        <Link to={paths.home.path} className={buttonClass({ size: 'large', full: true })}>
          {t('action')}
        </Link>
        <Link
          to={paths.movementsDetail.path}
          state={{ movement: session.transactionId }}
          className={buttonClass({ variant: 'ghost', full: true })}
        >
          {t('movement')}
        </Link>
      </Actions>
    </>
  )
}

export const Cancelled = () => {
  const t = useTranslations('transfers.deposit.result')
  return (
    <EmptyState
      picture={<EmptyListPicture />}
      title={t('cancelled.title')}
      text={t('cancelled.text')}
      action={
        <Link to={paths.home.path} className={buttonClass({ variant: 'secondary' })}>
          {t('wait.home')}
        </Link>
      }
    />
  )
}

const useFinish = ({ state, transactionId, sendSessionId }: Session) => {
  const router = useRouter()
  const client = useQueryClient()
  const textOf = useErrorText()
  const [refusal, setRefusal] = useState<string | null>(null)
  const finish = useMutation({
    mutationFn: async () =>
      state === 'CANCELLED' || state === 'COMPLETED'
        ? state
        : (await call('cancelTransaction', { transactionId })).state,
    onSuccess: async (ended) => {
      // Paid at the moment it was cancelled: it is done, and the screen shows that.
      if (ended === 'COMPLETED') return client.invalidateQueries({ queryKey: queryKeys.paymentSession(sendSessionId) })
      providerPage.end()
      void client.invalidateQueries({ queryKey: queryKeys.transactions })
      return router.history.replace(paths.home.path)
    },
    onMutate: () => setRefusal(null),
    onError: async (error) => setRefusal(await textOf(error)),
  })
  return { finish, refusal }
}

/** Declined, or left before paying: offers another attempt at the same payment, or to cancel it. */
export const TryAgain = ({ session, reason }: Props & { reason: 'declined' | 'unfinished' }) => {
  const t = useTranslations('transfers.deposit.result.retry')
  const tDeposit = useTranslations('transfers.deposit')
  const tCommon = useTranslations('common')
  const formats = useFormats()
  const [key, setKey] = useState(newKey)
  const renew = () => setKey(newKey())
  const { phase, refusal, start } = useDeposit({ onLeft: renew, onRefused: renew })
  const { finish, refusal: notFinished } = useFinish(session)
  const amount = formats.money(session.totalCharge)
  const isBusy = phase !== 'idle' || finish.isPending

  const again = () => {
    if (isBusy) return
    providerPage.begin(session.sendSessionId)
    start({ amount: session.amount, totalCharge: session.totalCharge, key })
  }

  return (
    <>
      <Middle>
        <Money cents={session.amount} locale={formats.locale} size="hero" />
      </Middle>
      <output>
        <Banner tone={reason === 'declined' ? 'negative' : 'waiting'} title={t(reason)}>
          {reason === 'declined' ? t('declinedText') : t('unfinishedText', { amount })}
        </Banner>
      </output>
      <Refused title={tDeposit('notCharged')} text={refusal} />
      <NotCancelled text={notFinished} />
      {phase === 'checking' && <Checking />}
      <Actions>
        <Button size="large" full pending={phase !== 'idle'} pendingLabel={tCommon('working')} onClick={again}>
          {t('again')}
        </Button>
        <GiveUp pending={finish.isPending} onClick={() => !isBusy && finish.mutate()} />
      </Actions>
    </>
  )
}
