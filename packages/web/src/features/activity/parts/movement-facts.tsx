import { brand, type Transaction } from '@puente/contract'
import { DefinitionList, type DefinitionRow } from '@puente/ui/definition-list'
import { Money } from '@puente/ui/money'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Balance } from '#shared/movement/balance.tsx'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { useFormats } from '#lib/i18n/format.ts'
import { useMe } from '#lib/session/me.ts'
import { useMovementName } from '#shared/movement/movement-texts.ts'
import { counterpartOf, isOutgoing } from '#shared/movement/movement.ts'
import { paths } from '#lib/layout/paths.ts'

/** Both parties by name, the viewer's own marked; where a side is outside, what stands there instead. */
const useParties = (row: Transaction): { from: string; to: string } => {
  const t = useTranslations('activity.detail')
  const me = useMe()
  const name = useMovementName()(row)
  const outside = row.method === 'wallet' ? brand.appName : t(`outside.${row.method}`)
  const own = t('you', { name: me.fullName })
  const other = counterpartOf(row).kind === 'none' ? outside : name
  return isOutgoing(row, me.userID) ? { from: own, to: other } : { from: other, to: own }
}

/** The facts of a movement: parties, times, fee, reference, balance, note. */
export const MovementFacts = ({ row }: { row: Transaction }) => {
  const t = useTranslations('activity.detail')
  const tMoney = useTranslations('money')
  const formats = useFormats()
  const { from, to } = useParties(row)
  const money = (cents: number) => <Money cents={cents} locale={formats.locale} />

  const rows: DefinitionRow[] = [
    { term: t('from'), value: from },
    { term: t('to'), value: to },
    { term: t('date'), value: formats.dateTime(row.date) },
  ]
  if (row.method !== 'wallet') rows.push({ term: t('method'), value: t(`outside.${row.method}`) })
  if (row.paymentDate !== null && row.paymentDate !== row.date)
    rows.push({ term: t('paidAt'), value: formats.dateTime(row.paymentDate) })
  rows.push({ term: t('fee'), value: row.fee === 0 ? tMoney('free') : money(row.fee) })
  if (row.balance !== null) rows.push({ term: t('balance'), value: <Balance cents={row.balance} /> })
  rows.push({
    term: t('reference'),
    value: <CopyValue value={row.reference} label={tMoney('copyReference')} />,
  })
  if (row.linkedId !== null) {
    rows.push({
      term: t('related'),
      value: (
        <Link
          to={paths.movementsDetail.path}
          state={{ movement: row.linkedId }}
          className="rounded-sm font-semibold text-brand-text"
        >
          {t('showRelated')}
        </Link>
      ),
    })
  }
  if (row.note !== '') rows.push({ term: t('note'), value: <span className="whitespace-pre-line">{row.note}</span> })
  return <DefinitionList rows={rows} />
}
