import { type Result, WITHDRAW_MAXIMUM_CENTS } from '@puente/contract'
import { Button, buttonClass } from '@puente/ui/button'
import { Checkbox } from '@puente/ui/checkbox'
import { Dialog } from '@puente/ui/dialog'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { withDraft } from '#lib/forms/draft.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { useMe } from '#lib/session/me.ts'
import { endSession } from '#lib/session/session.ts'
import { useBalanceText } from '#shared/movement/balance.tsx'
import { useCooling } from '#shared/payment/cooling.ts'

type Standing = Result<'checkClosing'>

type Pending = Standing['pending'][number]

const whatOf = (type: Pending['type']) =>
  type === 'deposit' || type === 'received' ? type : type === 'withdraw' ? 'withdrawal' : 'sent'

/** What it waits for, and what its owner can do. */
const useWhyWaits = () => {
  const t = useTranslations('accounts.close')
  const tHold = useTranslations('why.hold')
  const { day } = useFormats()
  return ({ type, holdReason, cancellable, expectedBy }: Pending): string => {
    if (holdReason === 'recipientKycRequired') return t(type === 'received' ? 'heldForYou' : 'heldForThem')
    if (holdReason !== null) return tHold(holdReason)
    if (cancellable) return t(type === 'deposit' ? 'finishOrCancel' : 'cancel')
    return expectedBy === null ? t('endsItself') : t('endsBy', { day: day(expectedBy) })
  }
}

/** How the balance leaves: by withdrawal, unless the account cools, or by sending it; neither before the identity is verified. */
const Ways = ({ balanceCents }: Pick<Standing, 'balanceCents'>) => {
  const t = useTranslations('accounts.close')
  const tVerify = useTranslations('activity.detail')
  const { KYC } = useMe()
  const cooling = useCooling()
  const look = buttonClass({ variant: 'secondary', size: 'small' })
  if (KYC.tier < 1) {
    return (
      <>
        <span className="text-sm text-text-muted">{t('unverifiedWay')}</span>
        <Link to={paths.kyc.path as string} className={look}>
          {tVerify('verify')}
        </Link>
      </>
    )
  }
  // More than may leave at a time leaves in parts, whose amounts its owner chooses.
  const isAtOnce = balanceCents <= WITHDRAW_MAXIMUM_CENTS
  return (
    <>
      <span className="text-sm text-text-muted">
        {cooling ? `${t('coolingWay', cooling)} ${cooling.proof}` : t('balanceWay')}
      </span>
      <span className="flex flex-wrap gap-2">
        {!cooling && (
          <Link
            to={paths.withdraw.path as string}
            className={look}
            state={isAtOnce ? withDraft('withdraw', { everything: true }) : {}}
          >
            {t(isAtOnce ? 'withdrawEverything' : 'withdraw')}
          </Link>
        )}
        <Link to={paths.sendInApp.path as string} className={look}>
          {t('send')}
        </Link>
      </span>
    </>
  )
}

const isEmpty = ({
  balanceCents,
  heldCents,
  pending,
}: Pick<Standing, 'balanceCents' | 'heldCents' | 'pending'>): boolean =>
  balanceCents === 0 && heldCents === 0 && pending.length === 0

/** What is still in the account or on its way, and what to do about each; and what is owed. */
const Obstacles = ({ balanceCents, heldCents, owedCents, creditedCents, until, pending }: Standing) => {
  const t = useTranslations('accounts.close')
  const formats = useFormats()
  const balance = useBalanceText()
  const whyWaits = useWhyWaits()
  return (
    <div className="grid gap-3">
      {until !== null && <p>{t('cooling', { until: formats.dateTime(until) })}</p>}
      {owedCents > 0 && <p>{t('owes', { amount: balance(owedCents) })}</p>}
      {creditedCents > 0 && <p>{t('credited', { amount: balance(creditedCents) })}</p>}
      {!isEmpty({ balanceCents, heldCents, pending }) && <p>{t('notYet')}</p>}
      <ul className="grid gap-3">
        {balanceCents > 0 && (
          <li className="grid gap-1">
            <span className="font-medium">{t('balance', { amount: balance(balanceCents) })}</span>
            <Ways balanceCents={balanceCents} />
          </li>
        )}
        {heldCents > 0 && pending.length === 0 && (
          <li className="font-medium">{t('held', { amount: balance(heldCents) })}</li>
        )}
        {pending.map((one) => (
          <li key={one.transactionId} className="grid gap-1">
            <Link
              to={paths.movementsDetail.path}
              state={{ movement: one.transactionId }}
              className="font-medium text-brand-text"
            >
              {t('pending', {
                what: t(whatOf(one.type)),
                amount: formats.money(one.amountCents),
                at: formats.date(one.at),
              })}
            </Link>
            <span className="text-sm text-text-muted">{whyWaits(one)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Closing for good: what keeps the account open, or what it means, and the confirmation. A frozen account stays as it is. */
export const CloseDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('accounts.close')
  const common = useTranslations('common')
  const showError = useShowError()
  const isFrozen = useMe().status === 'frozen'
  const [isUnderstood, setUnderstood] = useState(false)
  const standing = useQuery({
    queryKey: queryKeys.closing,
    queryFn: ({ signal }) => call('checkClosing', undefined, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const close = useMutation({
    mutationFn: () => call('closeAccount', {}),
    onSuccess: () => endSession('accountClosed'),
    onError: (error) => {
      void standing.refetch()
      if (!(error instanceof ApiRefusal && error.code === 'stepUpRequired')) void showError(error)
    },
  })
  const { data } = standing
  const isReady =
    !isFrozen && data !== undefined && isEmpty(data) && data.until === null && data.owedCents + data.creditedCents === 0
  return (
    <Dialog
      open
      dismissible={!close.isPending}
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      actions={
        <>
          {isReady && (
            <Button
              variant="danger"
              disabled={!isUnderstood}
              pending={close.isPending}
              pendingLabel={common('working')}
              onClick={() => close.mutate()}
            >
              {t('confirm')}
            </Button>
          )}
          <Button variant="secondary" disabled={close.isPending} onClick={onClose}>
            {t('keep')}
          </Button>
        </>
      }
    >
      {isFrozen ? (
        <p>{t('frozen')}</p>
      ) : data === undefined ? (
        standing.isError ? (
          <LoadFailed {...failureOf(standing)} />
        ) : (
          <Loading label={common('loading')}>
            <Skeleton shape="block" />
          </Loading>
        )
      ) : isReady ? (
        <div className="grid gap-4">
          <ul className="grid list-disc gap-1 ps-5 text-text-muted">
            <li>{t('means.forGood')}</li>
            <li>{t('means.sessions')}</li>
            <li>{t('means.others')}</li>
            <li>{t('means.username')}</li>
            <li>{t('means.records')}</li>
          </ul>
          <Checkbox
            label={t('understood')}
            checked={isUnderstood}
            onChange={(event) => setUnderstood(event.currentTarget.checked)}
          />
        </div>
      ) : (
        <Obstacles {...data} />
      )}
    </Dialog>
  )
}
