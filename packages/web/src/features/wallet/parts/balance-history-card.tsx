import { BalanceChart } from '@puente/ui/balance-chart'
import { Card } from '@puente/ui/card'
import { useTranslations } from 'use-intl'
import type { Result } from '@puente/contract'
import { useBalanceHidden } from '#shared/movement/balance.tsx'
import { productNow } from '#lib/browser/product-time.ts'
import { dayIn } from '#lib/i18n/days.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { timeZone } from '#lib/i18n/i18n.ts'
import { useMe } from '#lib/session/me.ts'
import { balanceHistory } from './balance-history.ts'

/** The balance over the last month. Not drawn while the balance is hidden: the curve alone would reveal it. */
export const BalanceHistoryCard = ({ list }: { list: Result<'listTransactions'> }) => {
  const t = useTranslations('wallet.history')
  const formats = useFormats()
  const isHidden = useBalanceHidden()
  const { userID, wallet, held } = useMe()
  const zone = timeZone()
  const { days, weeks, isEnough } = balanceHistory(list, {
    viewerId: userID,
    today: dayIn(productNow(), zone),
    zone,
    balanceCents: wallet.USD + held.USD,
  })
  const title = t('title', { days: String(days.length) })
  if (isHidden || !isEnough) {
    return (
      <Card title={title}>
        <p className="text-text-muted">{t(isHidden ? 'hidden' : 'tooLittle')}</p>
      </Card>
    )
  }

  const short = new Intl.DateTimeFormat(formats.locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const date = (day: string) => new Date(`${day}T00:00:00Z`)
  return (
    <Card>
      <BalanceChart
        days={days}
        weeks={weeks}
        label={title}
        note={held.USD > 0 ? t('held', { amount: formats.money(held.USD) }) : undefined}
        texts={{
          chooseDay: t('chooseDay'),
          asTable: t('asTable'),
          week: t('week'),
          in: t('in'),
          out: t('out'),
          balance: t('balance'),
        }}
        formatMoney={formats.money}
        formatDay={(day) => short.format(date(day))}
        formatDays={(from, to) => short.formatRange(date(from), date(to))}
      />
    </Card>
  )
}
