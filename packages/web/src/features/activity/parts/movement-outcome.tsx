import { isGoingBack, isOpenStep, isReturn, STANDING_TONES, toneOf, type Transaction } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { useMe } from '#lib/session/me.ts'
import {
  inOne,
  useArrivalText,
  useEndText,
  useGoesBackText,
  useHoldText,
  useMovementKind,
  useMovementName,
  useOriginText,
  useReturnText,
} from '#shared/movement/movement-texts.ts'
import { isDeclinedOutside, isOverFor, isRefusedByUs, isTriedAgain } from '#shared/movement/movement-end.ts'
import { isNoLongerDue, isHeldByProvider, isOutgoing, isUnclaimed, payByOf } from '#shared/movement/movement.ts'
import { adviceOnReturn } from '#shared/movement/withdrawal-next.ts'
import { CancelPayment } from '#shared/payment/cancel-payment.tsx'
import { nextActionOf } from '#shared/payment/next-action.ts'
import { OpenPayment } from '#shared/payment/open-payment.tsx'
import { useOpenPayment } from '#shared/payment/use-open-payment.ts'
import { PayAtBank } from '#shared/payment/pay-at-bank.tsx'
import { TakeBack } from '#shared/payment/take-back.tsx'
import { paths, useScreenExists } from '#lib/layout/paths.ts'
import { helpWith } from '#shared/support/help.ts'
import { Why } from '#shared/support/why.tsx'
import { Related } from './related.tsx'
import { WithdrawalStep } from './withdrawal-step.tsx'

/** Why the money has not arrived, in words, and the way out. Nothing while all is well. */
export const MovementOutcome = ({ row }: { row: Transaction }) => {
  const t = useTranslations('activity')
  const tReturns = useTranslations('returns.kinds')
  const holdText = useHoldText()(row)
  const reason = useReturnText()(row.returnReason)
  const next = t(`withdrawal.next.${adviceOnReturn(row)}`)
  const goesBack = useGoesBackText()(row)
  const endText = useEndText()(row)
  const origin = useOriginText()(row)
  const kind = useMovementKind()(row)
  const formats = useFormats()
  const { userID } = useMe()
  const arrivalText = useArrivalText()(row) ?? ''
  const name = useMovementName()(row)
  const action = <NextAction row={row} />
  const isAtProvider = isHeldByProvider(row)
  if (isNoLongerDue(row)) return <PayAtBank row={row} />
  if ((row.state === 'ON HOLD' || isAtProvider) && holdText !== null) {
    return (
      <Banner tone="waiting" {...(isAtProvider && { title: t('hold.providerHoldsTitle') })} action={action}>
        <div className="grid gap-3">
          <p>
            {row.type === 'withdraw' && row.returnReason
              ? inOne(t('withdrawal.sentBack', { method: row.method }), reason, t('withdrawal.isChecked'))
              : inOne(reason, holdText)}
          </p>
          {row.holdReason !== null && <WhyHeld row={row} reason={row.holdReason} />}
        </div>
      </Banner>
    )
  }
  if (row.returnStep !== undefined && goesBack !== null) {
    return (
      <Banner
        tone={isReturn(row) ? toneOf(row) : STANDING_TONES[row.returnStep]}
        {...(!isReturn(row) && !isGoingBack(row) && { title: tReturns(row.returnStep) })}
        action={row.returns?.length ? <Returns of={row.returns} isOpen={isOpenStep(row.returnStep)} /> : action}
      >
        {goesBack}
      </Banner>
    )
  }
  if (row.state === 'COMPLETED' && origin !== null) {
    return (
      <Banner tone={row.matched === true ? 'neutral' : toneOf(row)} action={action}>
        {origin}
      </Banner>
    )
  }
  if (row.state === 'PENDING' && row.arrivesAt !== undefined) {
    return (
      <Banner tone="waiting" title={arrivalText} action={action}>
        {t(isOutgoing(row, userID) ? 'arrival.mine' : 'arrival.theirs', { name })}
      </Banner>
    )
  }
  if (isUnclaimed(row)) {
    const { paypalEmail: email = '', returnsAt } = row
    return (
      <Banner tone="waiting" action={action}>
        <p className="wrap-anywhere">
          {t('withdrawal.unclaimedText', { email, date: formats.date(returnsAt), fee: row.fee })}
        </p>
      </Banner>
    )
  }
  if (row.state === 'CANCELLED' && row.cancelReason !== null) {
    const later = row.laterAttempt && <Related to={row.laterAttempt.id}>{t('detail.showAttempt')}</Related>
    return (
      <Banner
        tone={isDeclinedOutside(row) ? 'negative' : 'neutral'}
        {...(isRefusedByUs(row, userID) && { title: t('rejected') })}
        action={later ?? (row.type === 'withdraw' ? <WithdrawalStep row={row} /> : action)}
      >
        <div className="grid gap-3">
          <p>{endText}</p>
          <WhyEnded row={row} reason={row.cancelReason} />
        </div>
      </Banner>
    )
  }
  if (row.returnedAs !== undefined) {
    return (
      <Banner
        tone={toneOf(row)}
        action={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <WithdrawalStep row={row} />
            <Related to={row.returnedAs}>{t('detail.showReturn')}</Related>
          </span>
        }
      >
        {inOne(
          t('withdrawal.cameBack'),
          reason,
          row.givenBack === undefined
            ? t(row.returnReason === 'R16' ? 'withdrawal.isBlocked' : 'withdrawal.isKept')
            : inOne(t('withdrawal.isBack', { amount: formats.money(row.givenBack) }), next),
        )}
      </Banner>
    )
  }
  if (row.type === 'adjustment' && isOutgoing(row, userID) && row.linkedId !== null && row.debtStep === undefined) {
    return (
      <Banner tone="neutral" title={kind} action={action}>
        {t('withdrawal.tookApart')}
      </Banner>
    )
  }
  // A withdrawal that had arrived comes back under a row of its own.
  if (row.type === 'reversal' && (row.method === 'bank' || row.paypalEmail !== undefined)) {
    return (
      <Banner tone={toneOf(row)} action={<WithdrawalStep row={row} />}>
        {inOne(
          t('withdrawal.sentBack', { method: row.method }),
          reason,
          t('withdrawal.isBack', { amount: formats.money(row.amount) }),
          next,
        )}
      </Banner>
    )
  }
  return action
}

/** Leads to the rows in which money of a payment goes or went back. */
const Returns = ({ of, isOpen }: { of: readonly string[]; isOpen: boolean }) => {
  const t = useTranslations('activity.detail')
  const titleOf = (place: number): string =>
    of.length > 1 ? t('showRelatedOf', { number: String(place + 1) }) : t(isOpen ? 'showSetAside' : 'showReturn')
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-2">
      {of.map((id, place) => (
        <Related key={id} to={id}>
          {titleOf(place)}
        </Related>
      ))}
    </span>
  )
}

/** Whose turn it is while it is on hold, and by when. */
const WhyHeld = ({ row, reason }: { row: Transaction; reason: NonNullable<Transaction['holdReason']> }) => {
  const t = useTranslations('why')
  const formats = useFormats()
  const { userID } = useMe()
  const isMine = reason === 'recipientKycRequired' && !isOutgoing(row, userID)
  const { returnsAt, looksAgainAt } = row
  const by =
    looksAgainAt === undefined
      ? returnsAt === undefined
        ? t('noDate')
        : formats.dateTime(returnsAt)
      : t('asksAgain', { at: formats.dateTime(looksAgainAt) })
  return <Why group="hold" reason={reason} {...(isMine && { actor: 'you' as const })} by={by} help={helpWith(row)} />
}

/** What is needed now, and by whom: nothing where it is over for its viewer, whatever its reason alone would ask for. */
const WhyEnded = ({ row, reason }: { row: Transaction; reason: NonNullable<Transaction['cancelReason']> }) => {
  const t = useTranslations('why.cancel')
  const tNext = useTranslations('activity.withdrawal.next')
  const { userID } = useMe()
  const over = isOverFor(row, userID) ? ({ needed: t('cancelledByUser'), actor: 'nobody' } as const) : {}
  const asked = isTriedAgain(row, userID) ? 'triedAgain' : reason
  const isReturned = row.type === 'withdraw' && reason === 'returned'
  const advice = isReturned && { needed: tNext(adviceOnReturn(row)) }
  return <Why group="cancel" reason={asked} {...over} {...advice} help={helpWith(row)} />
}

const NextAction = ({ row }: { row: Transaction }): ReactNode => {
  const t = useTranslations('activity.detail')
  const openPayment = useOpenPayment(row)
  const exists = useScreenExists()
  const { userID } = useMe()
  const way = nextActionOf(row, userID)

  switch (way) {
    case 'openPayment':
      if (openPayment !== null) return <OpenPayment row={row} standing={openPayment} />
      return row.cancellable ? <CancelPayment row={row} /> : null
    case 'openZelle':
      if (payByOf(row) !== null) return <PayAtBank row={row} />
      return (
        <span className="flex flex-wrap items-center gap-2">
          <Link
            to={paths.zelle.path}
            state={{ movement: row.id }}
            className={buttonClass({ variant: 'secondary', size: 'small' })}
          >
            {t('openZelle')}
          </Link>
          {row.cancellable && row.state === 'PENDING' && <CancelPayment row={row} />}
        </span>
      )
    case 'cancel':
      return <CancelPayment row={row} />
    case 'tryDeposit':
      return (
        <Link to={paths.deposit.path} className={buttonClass({ variant: 'secondary', size: 'small' })}>
          {t('tryDeposit')}
        </Link>
      )
    case 'verify':
      return (
        exists(paths.kyc.path) && (
          <Link to={paths.kyc.path as string} className={buttonClass({ variant: 'secondary', size: 'small' })}>
            {t('verify')}
          </Link>
        )
      )
    case 'takeBack':
    case 'undo':
    case 'cancelWithdrawal':
      return <TakeBack row={row} way={way} />
    case null:
      return null
  }
}
