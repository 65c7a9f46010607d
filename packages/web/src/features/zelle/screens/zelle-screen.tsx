/**
 * A payment by Zelle from its instructions to its end. It settles by itself: the screen follows the live stream, and is reached
 * again from Activity while the payment is open.
 */
import type { Result, Transaction } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { DonePicture } from '@puente/ui/illustrations'
import { Money } from '@puente/ui/money'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { Timeline } from '@puente/ui/timeline'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { useText, type TextKey } from '#lib/i18n/text-key.ts'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { externalPayment } from '#lib/session/external-payment.ts'
import { useMe } from '#lib/session/me.ts'
import { Balance } from '#shared/movement/balance.tsx'
import { isNoLongerDue } from '#shared/movement/movement.ts'
import { isRefusedByUs } from '#shared/movement/movement-end.ts'
import { useEndText, useHoldText } from '#shared/movement/movement-texts.ts'
import { SavePaper } from '#shared/papers/save-paper.tsx'
import { CancelPayment } from '#shared/payment/cancel-payment.tsx'
import { PayAtBank } from '#shared/payment/pay-at-bank.tsx'
import { Actions, MovementLink } from '#shared/payment/result/result-parts.tsx'
import { useZellePayment } from '../api/zelle-payment.ts'
import { ConfirmationForm } from '../parts/confirmation-form.tsx'
import { InstructionsCard, ZelleHead } from '../parts/instructions.tsx'

type Payment = Result<'zellePayment'>
type Shown = { payment: Payment; row: Transaction }

/** @param id the movement that is paid */
export const ZelleScreen = ({ id }: { id: string }) => {
  const tCommon = useTranslations('common')
  const { payment, row } = useZellePayment(id)
  useEnd(payment.data)
  if (payment.data && row) return <Stage payment={payment.data} row={row} />
  return (
    <Screen width="form">
      {payment.isError ? (
        <LoadFailed {...failureOf(payment)} />
      ) : (
        <Loading label={tCommon('loading')}>
          <div className="grid justify-items-center gap-6 py-8">
            <Skeleton shape="amount" />
            <Skeleton shape="block" />
          </div>
        </Loading>
      )}
    </Screen>
  )
}

const isOver = ({ state }: Payment): boolean => state === 'COMPLETED' || state === 'CANCELLED'

/** Once it has ended nothing is under way outside, and everything that shows the money is read again. */
const useEnd = (payment: Payment | undefined): void => {
  const client = useQueryClient()
  const ended = payment !== undefined && isOver(payment)
  useEffect(() => {
    if (!ended) return
    externalPayment.end()
    for (const queryKey of [queryKeys.me, queryKeys.transactions, queryKeys.limits, queryKeys.fees])
      void client.invalidateQueries({ queryKey })
  }, [ended, client])
}

const Stage = (shown: Shown) => {
  const t = useTranslations('zelle')
  switch (shown.payment.state) {
    case 'COMPLETED':
      return <Done {...shown} />
    case 'CANCELLED':
      return <Ended row={shown.row} />
    case 'ON HOLD':
    case 'PENDING':
      if (isNoLongerDue(shown.row)) return <NotNeeded {...shown} />
      return (
        <Screen width="form" title={t(shown.payment.confirmedAt === null ? 'titlePay' : 'titleWait')}>
          <Open {...shown} />
        </Screen>
      )
  }
}

/** What it was to pay has ended: not to be paid, and money that was sent without the code can still be found. */
const NotNeeded = ({ payment, row }: Shown) => {
  const t = useTranslations('zelle')
  return (
    <Screen width="form" title={t(payment.confirmedAt === null ? 'titlePay' : 'titleWait')}>
      <output>
        <PayAtBank row={row} isOpen />
      </output>
      <ConfirmationForm payment={payment} />
      <ScreenAction>
        <Link to={paths.home.path} className={buttonClass({ size: 'large', full: true })}>
          {t('leave')}
        </Link>
      </ScreenAction>
    </Screen>
  )
}

/** What is to be paid, how far it is, and what else helps to find it. */
const Open = ({ payment, row }: Shown) => {
  const t = useTranslations('zelle')
  const tStates = useTranslations('activity.states')
  const holdText = useHoldText()(row)
  const isToBePaid = row.state === 'PENDING' || row.holdReason === 'zelleNotSeen'
  return (
    <>
      <ZelleHead
        cents={row.received ?? payment.instructions.totalCharge}
        name={row.type === 'deposit' ? null : row.fullName}
        {...(row.received === undefined && row.fee > 0 && { arriving: row.amount })}
      />
      {row.state === 'ON HOLD' && holdText !== null && (
        <output>
          <Banner tone="waiting" title={tStates('ON HOLD')}>
            {holdText}
          </Banner>
        </output>
      )}
      {payment.confirmedAt !== null && <Progress payment={payment} row={row} />}
      {/* Once money has come there is nothing left to pay, whoever it waits for. */}
      {isToBePaid && (
        <>
          <InstructionsCard instructions={payment.instructions} />
          {payment.confirmedAt === null && <p className="text-sm text-text-muted">{t('watching')}</p>}
          <ConfirmationForm payment={payment} />
        </>
      )}
      {isToBePaid ? row.cancellable && <CancelPayment row={row} /> : <MovementLink id={row.id} />}
      <ScreenAction>
        <Link to={paths.home.path} className={buttonClass({ size: 'large', full: true })}>
          {t('leave')}
        </Link>
      </ScreenAction>
    </>
  )
}

const Progress = ({ payment, row }: Shown) => {
  const t = useTranslations('zelle.progress')
  const tTimeline = useTranslations('activity.timeline')
  const formats = useFormats()
  const { confirmedAt } = payment
  return (
    <Card title={t('title')}>
      <Timeline
        label={t('title')}
        steps={[
          { id: 'begun', title: t('begun'), time: formats.dateTime(row.date), state: 'done' },
          {
            id: 'number',
            title: t('number', { number: payment.confirmation ?? '' }),
            time: confirmedAt === null ? undefined : formats.dateTime(confirmedAt),
            state: 'done',
          },
          { id: 'looking', title: t('looking'), detail: t('lookingText'), state: 'current' },
          { id: 'done', title: t('end'), state: 'upcoming' },
        ]}
        stateLabels={{
          done: tTimeline('done'),
          current: tTimeline('current'),
          upcoming: tTimeline('upcoming'),
          stopped: tTimeline('failed'),
          failed: tTimeline('failed'),
        }}
      />
    </Card>
  )
}

type EndProps = Pick<Shown, 'row'> & {
  title: string
  /** What was paid, fee included, or would have been paid for. */
  total: { term: string; cents: number }
  children: ReactNode
}

const EndScreen = ({ row, title, total, children }: EndProps) => {
  const tSend = useTranslations('transfers.send.success')
  const tMoney = useTranslations('money')
  const { locale } = useFormats()
  const tDeposit = useTranslations('transfers.deposit.result.done')
  const money = (cents: number) => <Money cents={cents} locale={locale} />
  const isAdded = row.type === 'deposit' && row.balance !== null
  const isPaid = row.state === 'COMPLETED'
  return (
    <Screen width="form" title={title}>
      {children}
      <Card>
        <DefinitionList
          rows={[
            ...(isPaid ? [{ term: tMoney('fee'), value: row.fee === 0 ? tMoney('free') : money(row.fee) }] : []),
            { term: total.term, value: money(total.cents) },
            ...(isAdded ? [{ term: tDeposit('balance'), value: <Balance cents={row.balance ?? 0} /> }] : []),
            { term: tSend('reference'), value: <CopyValue value={row.reference} label={tMoney('copyReference')} /> },
          ]}
        />
      </Card>
      {isPaid && row.type !== 'deposit' && row.type !== 'invoice' && (
        <SavePaper kind="receipt" name={row.reference} paper={{ transactionId: row.id }} />
      )}
      <Actions>
        <Link to={paths.home.path} className={buttonClass({ size: 'large', full: true })}>
          {tSend('done')}
        </Link>
        <MovementLink id={row.id} />
      </Actions>
    </Screen>
  )
}

const titles: Partial<Record<Transaction['type'], TextKey>> = {
  deposit: 'transfers.deposit.result.done.title',
  invoice: 'invoices.success.paidTitle',
}

const Done = ({ payment, row }: Shown) => {
  const text = useText()
  const t = useTranslations()
  const formats = useFormats()
  const amount = formats.money(row.amount)
  return (
    <EndScreen
      row={row}
      title={text(titles[row.type] ?? 'transfers.send.success.title')}
      total={{ term: t('transfers.send.success.charged'), cents: payment.instructions.totalCharge }}
    >
      <div className="grid justify-items-center gap-4 pt-4 text-center">
        <DonePicture />
        <Money cents={row.amount} locale={formats.locale} size="hero" />
        <output className="text-lg text-pretty">
          {row.type === 'deposit'
            ? t('transfers.deposit.result.done.text', { amount })
            : t(row.type === 'invoice' ? 'invoices.success.paidText' : 'transfers.send.success.text', {
                amount,
                name: row.fullName ?? '',
              })}
        </output>
      </div>
    </EndScreen>
  )
}

const Ended = ({ row }: Pick<Shown, 'row'>) => {
  const t = useTranslations()
  const { userID } = useMe()
  const endText = useEndText()(row)
  const isRejected = isRefusedByUs(row, userID)
  return (
    <EndScreen
      row={row}
      title={t('money.result.cancelled.title')}
      total={{ term: t('zelle.pay.total'), cents: row.amount }}
    >
      <output>
        <Banner
          tone={isRejected ? 'negative' : 'neutral'}
          title={t(isRejected ? 'money.result.retry.declined' : 'money.result.cancelled.title')}
        >
          {endText}
        </Banner>
      </output>
    </EndScreen>
  )
}
