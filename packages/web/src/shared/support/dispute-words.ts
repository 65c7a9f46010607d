import type { Dispute, Transaction } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { isInFlight } from '#shared/movement/movement.ts'

const ENDS: readonly Dispute['state'][] = ['resolvedForUser', 'resolvedAgainst', 'withdrawn', 'cameBack']
export const isOpenDispute = ({ state }: Pick<Dispute, 'state'>): boolean => !ENDS.includes(state)

/** The transaction that was reported, where it has been read. */
type Reported = Pick<Transaction, 'state'> | undefined

/** Whether a credit, or a decision about one, is due before the final answer: not once it is given, nor where no money moved. */
export const isCreditAhead = (dispute: Pick<Dispute, 'state' | 'creditDue'>, row: Reported): boolean =>
  (dispute.state === 'opened' || dispute.state === 'investigating') && dispute.creditDue && row?.state !== 'CANCELLED'

export const useDisputeState = (): ((dispute: Pick<Dispute, 'state'>) => string) => {
  const t = useTranslations('disputes.states')
  return ({ state }) => t(state)
}

/** What happens next, by which day and with how much money. */
export const useDisputeNext = (): ((dispute: Dispute, row: Reported) => string) => {
  const t = useTranslations('disputes.next')
  const formats = useFormats()
  return (dispute, row) => {
    const { state, amount, answerBy, finalBy, automaticCredit, late, credit } = dispute
    const values = {
      amount: formats.money(credit?.amount ?? amount),
      whole: formats.money(amount),
      answerBy: formats.day(answerBy),
      finalBy: formats.day(finalBy),
    }
    if (late !== null) return t(`${late}Late`, values)
    if (state === 'provisionalCredit')
      return t(credit !== null && credit.amount < amount ? 'creditedInPart' : 'credited', values)
    if (state === 'opened' || state === 'investigating') {
      if (row?.state === 'CANCELLED') return t('nothingMoved', values)
      if (!isCreditAhead(dispute, row)) return t('answer', values)
      if (row && isInFlight(row)) return t('underWay', values)
      return t(automaticCredit ? 'answerOrCredit' : 'answerOrDecision', values)
    }
    if (credit === null) return t(state)
    if (credit.state === 'final') return t('final', values)
    const back = { taken: formats.money(credit.takenBack), owed: formats.money(credit.owed) }
    const owed = credit.takenBack > 0 ? 'owed' : 'allOwed'
    if (credit.state === 'takenBack') return t(credit.owed > 0 ? owed : 'takenBack', { ...values, ...back })
    return t('toTakeBack', { ...values, day: formats.day(credit.takeBackOn ?? finalBy) })
  }
}
