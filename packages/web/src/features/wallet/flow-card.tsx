import { Card } from '@puente/ui/card'
import { FlowChart } from '@puente/ui/flow-chart'
import { useTranslations } from 'use-intl'
import type { Result } from '@puente/contract'
import { clock } from '#lib/clock.ts'
import { dayIn } from '#lib/days.ts'
import { useFormats } from '#lib/format.ts'
import { timeZone } from '#lib/i18n.ts'
import { useMe } from '#lib/me.ts'
import { flowOfDays } from './flow.ts'

/** Money in and out over the last month. */
export const FlowCard = ({ list }: { list: Result<'listTransactions'> }) => {
  const t = useTranslations('wallet.flow')
  const formats = useFormats()
  const { userID } = useMe()
  const zone = timeZone()
  const days = flowOfDays(list, { viewerId: userID, today: dayIn(clock.now(), zone), zone })
  if (!days.some((day) => day.inCents > 0 || day.outCents > 0)) return null

  const short = new Intl.DateTimeFormat(formats.locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return (
    <Card>
      <FlowChart
        days={days}
        label={t('title', { days: String(days.length) })}
        texts={{ day: t('day'), in: t('in'), out: t('out') }}
        formatMoney={formats.money}
        formatDay={(day) => short.format(new Date(`${day}T00:00:00Z`))}
      />
    </Card>
  )
}
