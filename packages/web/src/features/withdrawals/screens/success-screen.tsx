import { Button, buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { DonePicture, WaitingPicture } from '@puente/ui/illustrations'
import { Money } from '@puente/ui/money'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { readDraft } from '#lib/forms/draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { AddressText } from '#lib/layout/address-text.tsx'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { paths } from '#lib/layout/paths.ts'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { Balance } from '#shared/movement/balance.tsx'
import { hasFailed } from '#shared/movement/movement-end.ts'
import { movementQuery } from '#shared/movement/movement-list.ts'
import { inOne, useEndText, useHoldText } from '#shared/movement/movement-texts.ts'
import { MovementTimeline } from '#shared/movement/movement-timeline.tsx'
import type { WithdrawMethod } from '#shared/payment/withdraw-draft.ts'
import { SavePaper } from '#shared/papers/save-paper.tsx'
import { useArrival } from '../parts/arrival.ts'
import { useDestination } from '../parts/destination.ts'

/** What happened and what comes next, in words. It shows what the history entry holds: loading it again withdraws nothing. */
export const SuccessScreen = ({ method }: { method: WithdrawMethod }) => {
  const t = useTranslations('withdrawals.success')
  const tFacts = useTranslations('withdrawals.facts')
  const tMoney = useTranslations('money')
  const formats = useFormats()
  const router = useRouter()
  const endText = useEndText()
  const holdText = useHoldText()
  const arrival = useArrival()
  const destination = useDestination()
  const draft = useLocation({ select: ({ state }) => readDraft('withdraw', state) })
  const { amount, note, receipt } = draft ?? {}
  const movement = useQuery({ ...movementQuery(receipt?.transactionId ?? ''), enabled: receipt !== undefined })
  const to = draft && destination(method, draft)
  if (!to || !amount || !receipt) return null
  const row = movement.data
  const state = row?.state ?? receipt.state
  const words = {
    amount: formats.money(amount),
    total: formats.money(receipt.totalCharge),
    account: to.account,
    name: to.name,
  }
  const account = (
    <span className="text-text-muted">
      <AddressText value={to.account} />
    </span>
  )
  const isDone = state === 'COMPLETED'
  const isCancelled = state === 'CANCELLED'
  // Its steps already say between which days it arrives.
  const isInSteps = receipt.expected !== null && !movement.isError
  const isBack = row?.returnedAs !== undefined
  const isHeld = state === 'ON HOLD'
  const said = (): string | null => {
    if (isBack) return t('returned', words)
    if (isDone) return t('done', words)
    // Who reviews it, and why it has ended, the row alone tells.
    if (isHeld) return inOne(row ? holdText(row) : null, t('setAside', words))
    if (isCancelled) return row ? endText(row) : t('cancelled')
    return t('text', words)
  }

  return (
    <Screen
      width="form"
      {...(isDone && { title: t(isBack ? 'returnedTitle' : 'doneTitle') })}
      {...(isHeld && { title: t('heldTitle') })}
      {...(isCancelled && { title: t(row && hasFailed(row) ? 'refusedTitle' : 'cancelledTitle') })}
    >
      <div className="grid justify-items-center gap-4 pt-4 text-center">
        {isDone && !isBack ? <DonePicture /> : <WaitingPicture />}
        <Money cents={amount} locale={formats.locale} size="hero" />
        <output className="text-lg text-pretty">{said()}</output>
      </div>
      {row && (
        <Card>
          <MovementTimeline row={row} />
        </Card>
      )}
      <Card>
        <DefinitionList
          rows={[
            { term: tFacts('to'), value: to.name, note: account },
            ...(isDone || isCancelled || isHeld || isInSteps
              ? []
              : [{ term: tFacts('arrives'), value: arrival(method, receipt.expected) }]),
            // Nothing was charged for what came to nothing.
            ...(isCancelled
              ? []
              : [
                  {
                    term: tMoney('fee'),
                    value: receipt.fee === 0 ? tMoney('free') : <Money cents={receipt.fee} locale={formats.locale} />,
                  },
                  { term: tFacts('total'), value: <Money cents={receipt.totalCharge} locale={formats.locale} /> },
                ]),
            { term: t('reference'), value: <CopyValue value={receipt.reference} label={tMoney('copyReference')} /> },
            // Of the moment it left; what came back since is not in it.
            ...(isCancelled || isBack ? [] : [{ term: t('balance'), value: <Balance cents={receipt.balance} /> }]),
            ...(note?.trim() ? [{ term: t('note'), value: note.trim() }] : []),
          ]}
        />
      </Card>
      {isDone && !isBack && (
        <SavePaper kind="receipt" name={receipt.reference} paper={{ transactionId: receipt.transactionId }} />
      )}
      <Link
        to={paths.movementsDetail.path}
        state={{ movement: receipt.transactionId }}
        className={buttonClass({ variant: 'ghost', full: true })}
      >
        {t(row?.cancellable ? 'movementOrCancel' : 'movement')}
      </Link>
      <ScreenAction>
        <Button size="large" full onClick={() => router.history.push(paths.home.path)}>
          {t('action')}
        </Button>
      </ScreenAction>
    </Screen>
  )
}
