import type { LimitRow } from '@puente/contract'
import { Bar } from '@puente/ui/bar'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { Why } from '#shared/support/why.tsx'
import { useBalanceHidden, useBalanceText } from '#shared/movement/balance.tsx'
import type { BoundRow } from './limit-groups.ts'

const OVERRIDES = ['requested', 'riskReview', 'legalOrder'] as const

/** What differs from the usual, why, whose turn it is, and until when. */
const OwnLimit = ({ row, special }: { row: LimitRow['row']; special: NonNullable<LimitRow['special']> }) => {
  const t = useTranslations('limits.own')
  const formats = useFormats()
  const cause = OVERRIDES.find((one) => one === special.cause)
  const until = formats.dateTime(special.until)
  return (
    <div className="grid gap-2">
      <p className="text-sm text-text-muted">
        {cause && `${t(`cause.${cause}`)} `}
        {t('until', { at: until, usual: formats.money(special.usualCents ?? 0) })}
      </p>
      {cause && (
        <Why
          group="limit"
          reason={cause}
          by={until}
          help={{ module: 'payments', concerns: { type: 'limit', code: row } }}
        />
      )}
    </div>
  )
}

/** One limit: a sentence where it holds for each payment, else a bar with what is used and left, and when it frees up. */
export const LimitBar = ({ row }: { row: BoundRow }) => {
  const t = useTranslations('limits')
  const formats = useFormats()
  const isHidden = useBalanceHidden()
  const balance = useBalanceText()
  const { window, limitCents, usedCents, leftCents, freesAt, special, by, ownCents } = row
  const limit = formats.money(limitCents)
  const binder = by === undefined || by === 'cooling' ? null : t(`operation.${by}`)
  const own = special && <OwnLimit row={row.row} special={special} />
  if (window === 'transaction')
    return (
      <div className="grid gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">{t('window.transaction')}</span>
          <span className="text-sm text-text-muted tabular-nums">{t('upTo', { limit })}</span>
        </div>
        {binder !== null && ownCents !== undefined && (
          <p className="text-sm text-text-muted">{t('upToBy', { own: formats.money(ownCents), limit: binder })}</p>
        )}
        {own}
      </div>
    )
  // What is left of the largest balance would reveal the balance.
  const say = window === 'always' ? balance : formats.money
  const amount = (by === 'balance' ? balance : say)(Math.max(0, leftCents))
  const left =
    binder === null
      ? t(by === undefined ? 'left' : 'leftCooling', { left: amount })
      : t('leftBy', { left: amount, limit: binder })
  return (
    <div className="grid gap-1">
      <Bar
        label={t(`window.${window}`)}
        used={window === 'always' && isHidden ? 0 : usedCents}
        limit={limitCents}
        usedText={t('used', { used: say(usedCents), limit })}
        leftText={freesAt === null ? left : `${left} ${t('frees', { at: formats.dateTime(freesAt) })}`}
      />
      {own}
    </div>
  )
}
