import type { Transaction } from '@puente/contract'
import { Card } from '@puente/ui/card'
import { Money } from '@puente/ui/money'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { MovementFace } from '#shared/movement/movement-row.tsx'
import { useHoldText, useMovementName } from '#shared/movement/movement-texts.ts'
import { MovementTimeline } from '#shared/movement/movement-timeline.tsx'
import { amountFor, isNoLongerDue, isUnclaimed, payByOf } from '#shared/movement/movement.ts'
import { useMe } from '#lib/session/me.ts'
import { OpenPayment } from '#shared/payment/open-payment.tsx'
import { useOpenPayment } from '#shared/payment/use-open-payment.ts'
import { PayAtBank } from '#shared/payment/pay-at-bank.tsx'
import { paths } from '#lib/layout/paths.ts'

/** Money that has left but not arrived: each with what has happened and what comes next. */
export const InFlight = ({ rows }: { rows: readonly Transaction[] }) => {
  const t = useTranslations('wallet.inFlight')
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="in-flight" className="grid gap-3">
      <h2 id="in-flight" className="text-lg font-semibold">
        {t('title')}
      </h2>
      <ul className="grid gap-3">
        {rows.map((row) => (
          <li key={row.id}>
            <Flight row={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Flight = ({ row }: { row: Transaction }) => {
  const t = useTranslations()
  const formats = useFormats()
  const me = useMe()
  const name = useMovementName()(row)
  const holdText = useHoldText()(row)
  const openPayment = useOpenPayment(row)
  const isAtBank = payByOf(row) !== null || isNoLongerDue(row)
  const isToPay = isAtBank || openPayment !== null
  return (
    <Card>
      <div className="flex items-center gap-3.5">
        <MovementFace row={row} />
        <div className="grid min-w-0 grow">
          <h3 className="font-medium">{name}</h3>
          {!isToPay && (
            <p className="text-sm text-text-muted">
              {t(isUnclaimed(row) ? 'activity.withdrawal.unclaimed' : `activity.states.${row.state}`)}
            </p>
          )}
        </div>
        <Money {...amountFor(row, me.userID)} locale={formats.locale} />
      </div>
      {isAtBank && <PayAtBank row={row} />}
      {openPayment !== null && <OpenPayment row={row} standing={openPayment} />}
      {!isToPay && <MovementTimeline row={row} now={holdText} />}
      <Link
        to={paths.movementsDetail.path}
        state={{ movement: row.id }}
        className="inline-flex min-h-11 items-center justify-self-start rounded-md font-semibold text-brand-text"
      >
        {t('wallet.inFlight.details')}
        <span className="sr-only">: {name}</span>
      </Link>
    </Card>
  )
}
