import type { Result, RewardRuleOut } from '@puente/contract'
import { Badge } from '@puente/ui/badge'
import { Bar } from '@puente/ui/bar'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'

type Summary = Result<'rewardsSummary'>

const METHODS = ['wallet', 'zelle', 'card', 'paypal'] as const

/** What the rule takes, in words, with the amounts that are in force. */
const useRuleText = (summary: Summary) => {
  const t = useTranslations('rewards.rules')
  const formats = useFormats()
  return (rule: RewardRuleOut): string =>
    t(`${rule.rule}.text`, {
      amount: formats.money(rule.amount),
      business: formats.money(rule.businessAmount ?? rule.amount),
      every: String(rule.every),
      floor: formats.money(summary.friendFloor),
      percent: String((rule.shareBps ?? 0) / 100),
      days: String(summary.returnDays),
      most: String(summary.friendsCap),
    })
}

/** How far the reader is: towards the next reward, or that it is done. */
const Progress = ({ rule }: { rule: RewardRuleOut }) => {
  const t = useTranslations('rewards')
  const formats = useFormats()
  const { counted, every, amount, waiting, done, missed, methods } = rule
  if (done) return <Badge tone="positive">{t('done')}</Badge>
  if (missed !== null)
    return (
      <div className="grid justify-items-start gap-1">
        <Badge tone="neutral">{t('notCounted')}</Badge>
        <p className="text-sm text-text-muted">
          {missed === 'verifiedBefore' ? t('verifiedBefore') : t(`reasons.${missed}`)}
        </p>
      </div>
    )
  const notes = [
    ...(rule.rule === 'allMethods' && methods.length > 0
      ? [
          t('stillMissing', {
            methods: METHODS.filter((one) => !methods.includes(one))
              .map((one) => t(`methods.${one}`))
              .join(', '),
          }),
        ]
      : []),
    ...(waiting > 0 ? [t('waiting', { count: waiting })] : []),
  ]
  if (every === 1) return notes.length === 0 ? null : <p className="text-sm text-text-muted">{notes.join(' ')}</p>
  return (
    <Bar
      label={
        <span className="text-sm">
          {t('next', { count: String(Math.max(1, every - counted)), amount: formats.money(amount) })}
        </span>
      }
      used={counted}
      limit={every}
      usedText={t('countedOf', { counted: String(counted), every: String(every) })}
      {...(notes.length > 0 && { leftText: notes.join(' ') })}
    />
  )
}

/** A rule of the programme with the reader's own counter. */
export const RuleRow = ({ rule, summary }: { rule: RewardRuleOut; summary: Summary }) => {
  const t = useTranslations('rewards')
  const formats = useFormats()
  const textOf = useRuleText(summary)
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">{t(`rules.${rule.rule}.title`)}</h3>
        {rule.paid !== 0 && (
          <span className="text-sm text-text-muted tabular-nums">
            {t('paidSoFar', { amount: formats.money(rule.paid) })}
          </span>
        )}
      </div>
      <p className="text-sm text-text-muted">
        {textOf(rule)} {rule.doublesOnHolidays && t('doubles')}
      </p>
      <Progress rule={rule} />
    </li>
  )
}
