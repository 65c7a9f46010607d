import type { RewardHistoryItem, RewardState } from '@puente/contract'
import { Badge, type Tone } from '@puente/ui/badge'
import { ListRow, RowIcon } from '@puente/ui/list-row'
import { Money } from '@puente/ui/money'
import { Link } from '@tanstack/react-router'
import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import Gift from 'lucide-react/icons/gift'
import { useTranslations } from 'use-intl'
import { productNow } from '#lib/browser/product-time.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'

const TONES: Record<RewardState, Tone> = {
  counting: 'positive',
  earned: 'waiting',
  waitingBudget: 'waiting',
  paid: 'positive',
  refused: 'neutral',
  clawedBack: 'negative',
}

/** Something that was looked at, or a reward: whether it counts or is paid, and if not, why. */
export const HistoryRow = ({ item }: { item: RewardHistoryItem }) => {
  const t = useTranslations('rewards')
  const formats = useFormats()
  const { rule, state, reason, amount, madeUp, owedAgain, doubled, at, transactionId, operationAmount, name } = item
  const isReward = amount !== null
  const words = [
    ...(name === null ? [] : [name]),
    ...(operationAmount === null ? [] : [formats.money(operationAmount)]),
    formats.recent(at, productNow()),
  ]
  const icon = isReward ? <Gift /> : state === 'refused' ? <Ban /> : <Check />
  return (
    <ListRow
      leading={<RowIcon tone={isReward ? 'brand' : 'plain'}>{icon}</RowIcon>}
      title={t(`rules.${rule}.title`)}
      subtitle={
        <span className="grid justify-items-start gap-1">
          <span>{words.join(' · ')}</span>
          {reason !== null && <span>{t(`reasons.${reason}`)}</span>}
          {madeUp > 0 && <span>{t('madeUp', { amount: formats.money(madeUp) })}</span>}
          {owedAgain > 0 && <span>{t('owedAgain', { amount: formats.money(owedAgain) })}</span>}
          {doubled && <span>{t('doubled')}</span>}
          <Badge tone={TONES[state]}>
            {isReward
              ? t(madeUp === amount ? 'voided' : `states.${state}`)
              : t(state === 'refused' ? 'notCounted' : 'counts')}
          </Badge>
        </span>
      }
      trailing={isReward && <Money cents={amount} locale={formats.locale} />}
      {...(transactionId !== null && {
        render: (target) => <Link to={paths.movementsDetail.path} state={{ movement: transactionId }} {...target} />,
      })}
    />
  )
}
