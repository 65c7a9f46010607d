import { Banner } from '@puente/ui/badge'
import { Button, buttonClass } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { Money } from '@puente/ui/money'
import { Spinner } from '@puente/ui/spinner'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { provider } from '../provider-page.ts'
import { paths } from '#lib/layout/paths.ts'
import { Refused } from '../refused.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { useMe } from '#lib/session/me.ts'
import { endingOf } from '#shared/movement/movement-end.ts'
import { useEndText, useHoldText } from '#shared/movement/movement-texts.ts'
import { isHeldByProvider } from '#shared/movement/movement.ts'
import type { ResultProps, RetryProps } from './result-view.ts'
import { useFinish } from './use-finish.ts'
import { usePaidOtherwise } from './use-paid-otherwise.ts'

export const Middle = ({ children }: { children: ReactNode }) => (
  <div className="grid justify-items-center gap-4 pt-6 text-center">{children}</div>
)

/** The primary and the secondary action; side by side where the window is low. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <ScreenAction>
    <div className="grid gap-2 short:grid-cols-2">{children}</div>
  </ScreenAction>
)

/** @param isOver nothing is left to cancel: it leads home alone */
const GiveUp = ({ isOver = false, ...button }: { isOver?: boolean; pending: boolean; onClick: () => void }) => {
  const t = useTranslations()
  return (
    <Button variant="secondary" size="large" full pendingLabel={t('common.working')} {...button}>
      {t(isOver ? 'money.result.wait.home' : 'money.openDeposit.cancel')}
    </Button>
  )
}

/** To the row of the payment, which has the way back of money that waits for its receiver. */
export const MovementLink = ({ id }: { id: string }) => {
  const t = useTranslations('transfers.send.success')
  return (
    <Link
      to={paths.movementsDetail.path}
      state={{ movement: id }}
      className={buttonClass({ variant: 'ghost', full: true })}
    >
      {t('movement')}
    </Link>
  )
}

const NotCancelled = ({ text }: { text: string | null }) => {
  const t = useTranslations('money.openDeposit')
  return <Refused title={t('notCancelled')} text={text} />
}

/** The page was left and the provider or the bank has not decided yet. The payment can be cancelled while it can be. */
export const Waiting = ({ session, row }: ResultProps) => {
  const t = useTranslations('money.result.wait')
  const tActivity = useTranslations('activity')
  const formats = useFormats()
  const { finish, refusal } = useFinish(session)
  const holdText = useHoldText()
  const { next, url } = session
  const isAtProvider = row !== undefined && isHeldByProvider(row)
  const held = row?.state === 'ON HOLD' || isAtProvider ? holdText(row) : null
  return (
    <>
      <Middle>
        {held === null && (
          <span className="text-brand-text">
            <Spinner size={48} />
          </span>
        )}
        <Money cents={session.amount} locale={formats.locale} size="hero" />
        {held === null && (
          <output className="grid gap-2">
            <h2 className="text-xl font-semibold">{t(row?.method === 'paypal' ? 'titlePaypal' : 'title')}</h2>
            <p className="text-text-muted">{t('text')}</p>
          </output>
        )}
      </Middle>
      {held !== null && (
        <output>
          <Banner tone="waiting" title={tActivity(isAtProvider ? 'hold.providerHoldsTitle' : 'states.ON HOLD')}>
            {held}
          </Banner>
        </output>
      )}
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
        {row?.holdReason === 'recipientKycRequired' ? (
          <MovementLink id={row.id} />
        ) : (
          row?.cancellable && <GiveUp pending={finish.isPending} onClick={() => !finish.isPending && finish.mutate()} />
        )}
      </Actions>
    </>
  )
}

/** What was approved is an attempt that had been closed; the one that took its place waits for its payer. */
export const Replaced = ({ session, row }: ResultProps) => {
  const t = useTranslations('money')
  const formats = useFormats()
  const { finish, refusal } = useFinish(session)
  const { url } = session
  return (
    <>
      <Middle>
        <Money cents={session.amount} locale={formats.locale} size="hero" />
      </Middle>
      <output>
        <Banner tone="waiting" title={t('result.replaced.title')}>
          {t('result.replaced.text', { amount: formats.money(session.totalCharge) })}
        </Banner>
      </output>
      <NotCancelled text={refusal} />
      <Actions>
        {url !== null && (
          <Button size="large" full onClick={() => provider.open(url)}>
            {t('openDeposit.continue')}
          </Button>
        )}
        {row?.cancellable && <GiveUp pending={finish.isPending} onClick={() => !finish.isPending && finish.mutate()} />}
      </Actions>
    </>
  )
}

/** It has ended and is not paid again: given up, or paid and given back, which its row says once it is read. */
export const Cancelled = ({ row }: Pick<ResultProps, 'row'>) => {
  const t = useTranslations('money.result')
  const { userID } = useMe()
  const endText = useEndText()
  const isGivenUp = row !== undefined && endingOf(row, userID) === 'cancelledByUser'
  const text = isGivenUp ? t('cancelled.text') : row && endText(row)
  return (
    <EmptyState
      picture={<EmptyListPicture />}
      title={t('cancelled.title')}
      {...(text && { text })}
      action={
        <Link to={paths.home.path} className={buttonClass({ variant: 'secondary' })}>
          {t('wait.home')}
        </Link>
      }
    />
  )
}

type UnpaidProps = RetryProps & {
  /** Why another attempt was refused. */
  refusal?: string | null
  /** The same as it came. */
  error?: unknown
  isStarting?: boolean
  onAgain: () => void
  /** Another way to pay is chosen; offered after PayPal's decline, where a card's next attempt takes another card. */
  onOtherWay: () => void
  children?: ReactNode
}

/** Declined, left before paying, or closed for another attempt: offers the next one, unless it is paid by now, or to finish without one. */
export const Unpaid = ({
  session,
  row,
  reason,
  refusal = null,
  error,
  isStarting = false,
  onAgain,
  onOtherWay,
  children,
}: UnpaidProps) => {
  const t = useTranslations('money.result.retry')
  const tMoney = useTranslations('money.openDeposit')
  const tCommon = useTranslations('common')
  const formats = useFormats()
  const { finish, refusal: notFinished } = useFinish(session)
  const isBusy = isStarting || finish.isPending
  const isPaypal = row?.method === 'paypal'
  const isClosed = row?.cancelReason === 'triedAgain'
  const isPaid = usePaidOtherwise(session, isClosed)
  const standing = isPaid ? 'paid' : isClosed ? 'closed' : reason
  const texts = {
    declined: t(isPaypal ? 'declinedPaypal' : 'declinedText'),
    unfinished: t('unfinishedText', { amount: formats.money(session.totalCharge) }),
    closed: t('closedText'),
    paid: t('paidText'),
  }
  return (
    <>
      <Middle>
        <Money cents={session.amount} locale={formats.locale} size="hero" />
      </Middle>
      <output>
        <Banner tone={standing === 'declined' ? 'negative' : isPaid ? 'neutral' : 'waiting'} title={t(standing)}>
          {texts[standing]}
        </Banner>
      </output>
      <Refused title={tMoney('notStarted')} text={refusal} error={error} />
      <NotCancelled text={notFinished} />
      {children}
      <Actions>
        {!isPaid && (
          <Button
            size="large"
            full
            pending={isStarting}
            pendingLabel={tCommon('working')}
            onClick={() => !isBusy && onAgain()}
          >
            {t('again')}
          </Button>
        )}
        {isPaypal && standing === 'declined' && (
          <Button variant="secondary" size="large" full onClick={() => !isBusy && onOtherWay()}>
            {t('otherWay')}
          </Button>
        )}
        <GiveUp
          isOver={session.state === 'CANCELLED'}
          pending={finish.isPending}
          onClick={() => !isBusy && finish.mutate()}
        />
      </Actions>
    </>
  )
}
