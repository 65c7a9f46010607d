import type { Dispute } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'

const ENDS: readonly Dispute['state'][] = ['resolvedForUser', 'resolvedAgainst', 'withdrawn', 'cameBack']
export const isOpenDispute = ({ state }: Pick<Dispute, 'state'>): boolean => !ENDS.includes(state)

export const useDisputeState = (): ((dispute: Pick<Dispute, 'state'>) => string) => {
  const t = useTranslations('disputes.states')
  return ({ state }) => t(state)
}

/** What happens next, by which day and with how much money. */
export const useDisputeNext = (): ((dispute: Dispute) => string) => {
  const t = useTranslations('disputes.next')
  const formats = useFormats()
  return ({ state, amount, answerBy, finalBy, creditDue, automaticCredit, credit }) => {
    const values = {
      amount: formats.money(credit?.amount ?? amount),
      whole: formats.money(amount),
      answerBy: formats.day(answerBy),
      finalBy: formats.day(finalBy),
    }
    if (state === 'provisionalCredit')
      return t(credit !== null && credit.amount < amount ? 'creditedInPart' : 'credited', values)
    if (state === 'opened' || state === 'investigating')
      return t(creditDue ? (automaticCredit ? 'answerOrCredit' : 'answerOrDecision') : 'answer', values)
    if (credit === null) return t(state)
    if (credit.state === 'final') return t('final', values)
    const back = { taken: formats.money(credit.takenBack), owed: formats.money(credit.owed) }
    if (credit.state === 'takenBack') return t(credit.owed > 0 ? 'owed' : 'takenBack', { ...values, ...back })
    return t('toTakeBack', { ...values, day: formats.day(credit.takeBackOn ?? finalBy) })
  }
}
