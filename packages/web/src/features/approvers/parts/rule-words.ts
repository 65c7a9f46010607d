import type { ApproverRule } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'

/** What an approver approves, in words; of the user's own payments or of somebody else's. */
export const useRuleWords = (whose: 'mine' | 'theirs'): ((rule: ApproverRule) => string) => {
  const t = useTranslations('approvers.rules')
  const formats = useFormats()
  return ({ newPayee, aboveCents }) => {
    if (aboveCents === null) return t('newPayee')
    if (aboveCents === 0) return t(whose === 'mine' ? 'every' : 'everyTheirs')
    return t(newPayee ? 'both' : 'above', { amount: formats.money(aboveCents) })
  }
}
