import { brand, hasPrice, type Transaction } from '@puente/contract'
import { DefinitionList, type DefinitionRow } from '@puente/ui/definition-list'
import { Money } from '@puente/ui/money'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Balance } from '#shared/movement/balance.tsx'
import { AddressText } from '#lib/layout/address-text.tsx'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { useFormats } from '#lib/i18n/format.ts'
import { useMe } from '#lib/session/me.ts'
import { paths } from '#lib/layout/paths.ts'
import '#shared/invoice/pay-again.ts'
import { isFeeCharged } from '#shared/movement/movement-end.ts'
import { useMovementName } from '#shared/movement/movement-texts.ts'
import { accountOf, counterpartOf, isFromPerson, isOutgoing } from '#shared/movement/movement.ts'
import { Related } from './related.tsx'

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

const noteOf = (address: string | null) =>
  address !== null && {
    note: (
      <span className="text-text-muted">
        <AddressText value={address} />
      </span>
    ),
  }

/** A withdrawal that had arrived and came back, seen from the row that brought it. */
const isOfWithdrawal = ({ type, accountNumber, paypalEmail }: Transaction): boolean =>
  type === 'reversal' && (accountNumber ?? paypalEmail) !== undefined

/** The facts of a movement: parties, times, fee, reference, balance, note. */
export const MovementFacts = ({ row }: { row: Transaction }) => {
  const t = useTranslations('activity.detail')
  const tMoney = useTranslations('money')
  const formats = useFormats()
  const { from, to } = useParties(row)
  const { userID, held } = useMe()
  const account = accountOf(row)
  const money = (cents: number) => <Money cents={cents} locale={formats.locale} />

  const rows: DefinitionRow[] = [
    { term: t('from'), value: from, ...(row.type === 'reversal' && noteOf(account)) },
    { term: t('to'), value: to, ...(row.type === 'withdraw' && noteOf(account)) },
    { term: t('date'), value: formats.dateTime(row.date) },
  ]
  // How its sender paid is no matter of its receiver's.
  if (row.method !== 'wallet' && !isFromPerson(row, userID))
    rows.push({ term: t('method'), value: t(`outside.${row.method}`) })
  if (row.paymentDate !== null && row.paymentDate !== row.date)
    rows.push({ term: t('paidAt'), value: formats.dateTime(row.paymentDate) })
  if (row.state === 'ON HOLD' && row.received !== undefined)
    rows.push(
      { term: t('asked'), value: money(row.amount + row.fee) },
      { term: t('received'), value: money(row.received) },
    )
  if (isFeeCharged(row) && hasPrice(row))
    rows.push({ term: t('fee'), value: row.fee === 0 ? tMoney('free') : money(row.fee) })
  if (row.balance !== null)
    rows.push({
      term: t('balance'),
      value: <Balance cents={row.balance} />,
      // What can be spent, as home and a payment's success show it, is less while money is on hold.
      ...(held.USD > 0 && { note: <span className="text-text-muted">{t('balanceNote')}</span> }),
    })
  rows.push({
    term: t('reference'),
    value: <CopyValue value={row.reference} label={tMoney('copyReference')} />,
  })
  if (row.invoiceId !== undefined)
    rows.push({
      term: t('invoice'),
      value: (
        <Link
          to={paths.invoicesDetail.path}
          state={{ invoice: row.invoiceId }}
          className="inline-flex min-h-6 items-center font-semibold text-brand-text underline underline-offset-4"
        >
          {t('showRelated')}
        </Link>
      ),
    })
  if (row.linkedId !== null) {
    rows.push({
      term: t('related'),
      value: <Related to={row.linkedId}>{t(isOfWithdrawal(row) ? 'showWithdrawal' : 'showRelated')}</Related>,
    })
  }
  if (row.note !== '') rows.push({ term: t('note'), value: <span className="whitespace-pre-line">{row.note}</span> })
  return <DefinitionList rows={rows} />
}
