import { goneBackCents, isReturn, isReward, isSentBack, returnReasonOf, type Transaction } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { useMe } from '#lib/session/me.ts'
import { useNames } from '#shared/approval/names.ts'
import { endingOf, isDeclinedOutside } from './movement-end.ts'
import {
  counterpartOf,
  isNoLongerDue,
  isFromPerson,
  isHeldByProvider,
  isInFlight,
  isOutgoing,
  payByOf,
} from './movement.ts'
import { adviceOnReturn } from './withdrawal-next.ts'

type Held = Pick<
  Transaction,
  | 'type'
  | 'state'
  | 'method'
  | 'holdReason'
  | 'providerHolds'
  | 'from'
  | 'returnsAt'
  | 'warnedUntil'
  | 'fullName'
  | 'amount'
  | 'fee'
  | 'received'
  | 'decideBy'
  | 'approverNames'
>
type Kind = Pick<Transaction, 'type' | 'state' | 'method' | 'from'> &
  Partial<Pick<Transaction, 'disputeStep' | 'debtStep' | 'returnStep' | 'cancelReason'>> &
  Pick<Transaction, 'returnsAt' | 'givenBack' | 'received' | 'laterAttempt'>
type Named = Kind & Pick<Transaction, 'fullName' | 'payee' | 'blocked'>

const STEPWISE = ['sent', 'received', 'deposit', 'withdraw', 'invoice'] as const
type Stepwise = (typeof STEPWISE)[number]
const isStepwise = (type: Transaction['type']): type is Stepwise => STEPWISE.some((one) => one === type)

/** The kind of a movement in its current state: nothing is called added or sent before it is, or after it was canceled. */
export const useMovementKind = (): ((row: Kind) => string) => {
  const t = useTranslations('activity')
  const tReturns = useTranslations('returns.kinds')
  const { userID } = useMe()
  return (row) => {
    const { type, state, method, disputeStep, debtStep, returnStep, cancelReason = null } = row
    if (debtStep !== undefined) return t(`debtSteps.${debtStep}`)
    if (disputeStep !== undefined) return t(`disputeSteps.${disputeStep}`)
    if (returnStep !== undefined && isReturn(row)) return tReturns(returnStep)
    if (isReward(row) && isOutgoing(row, userID)) return t(`takenBack.${type === 'referral' ? type : 'reward'}`)
    if (isDeclinedOutside(row)) return t(`paying.${method}`)
    if (state === 'COMPLETED' || !isStepwise(type) || isSentBack({ type, cancelReason })) return t(`types.${type}`)
    // Both sides of a payment for an invoice have the same type.
    const side = type === 'invoice' && !isOutgoing(row, userID) ? 'invoiceTheirs' : type
    if (state === 'CANCELLED') return t(`ended.${side}`)
    return side === 'deposit' ? t(`paying.${method}`) : t(`open.${side}`)
  }
}

/** How the viewer paid from outside, where the kind does not say it: the own balance was not debited. Null for all else. */
export const useOutsideWay = (): ((row: Kind) => string | null) => {
  const t = useTranslations('activity')
  const { userID } = useMe()
  return (row) => {
    const { type, state, method } = row
    if (method === 'wallet' || method === 'bank' || isDeclinedOutside(row)) return null
    if (type === 'sent' || (type === 'invoice' && isOutgoing(row, userID))) return t(`paidBy.${method}`)
    return type === 'deposit' && !isInFlight({ state }) ? t(`detail.outside.${method}`) : null
  }
}

/** Whose payment from outside a row gives back, and how it was paid; null for all else. */
export const useReturnedText = (): ((row: Named) => string | null) => {
  const t = useTranslations('activity.returnOf')
  return (row) =>
    row.returnStep === undefined || !isReturn(row)
      ? null
      : t(counterpartOf(row).kind === 'none' ? 'own' : 'theirs', { method: row.method })
}

/** The name of the counterpart, or the kind of movement when there is none. */
export const useMovementName = (): ((row: Named) => string) => {
  const t = useTranslations()
  const kindOf = useMovementKind()
  return (row) => {
    const counterpart = counterpartOf(row)
    switch (counterpart.kind) {
      case 'person':
        return counterpart.name
      case 'blocked':
        return t('common.blockedUser')
      case 'unnamed':
        return t('activity.noName')
      case 'none':
        return kindOf(row)
    }
  }
}

/** Why a row that its owner did not ask for is there; null for all that they know of. */
export const useOriginText = (): ((row: Transaction) => string | null) => {
  const t = useTranslations('activity')
  const { userID } = useMe()
  return (row) => {
    const { matched } = row
    if (isReward(row) && isOutgoing(row, userID)) return t('takenBack.why')
    // What operators credited of a payment that did not fit leads to that payment.
    return matched === true ? t('zelleMatched') : null
  }
}

/** When a payment that its sender can still undo arrives; null for any other. */
export const useArrivalText = (): ((row: Pick<Transaction, 'state' | 'arrivesAt'>) => string | null) => {
  const t = useTranslations('activity.arrival')
  const formats = useFormats()
  return ({ state, arrivesAt }) =>
    state === 'PENDING' && arrivesAt !== undefined ? t('at', { time: formats.time(arrivesAt) }) : null
}

/** What is still to be paid at the own bank, and until when, or that it is no longer to be paid; null for all else. */
export const useToPayText = (): ((
  row: Pick<Transaction, 'state' | 'payBy' | 'amount' | 'fee' | 'noLongerDue'>,
) => string | null) => {
  const t = useTranslations('activity.toPay')
  const formats = useFormats()
  return (row) => {
    if (isNoLongerDue(row))
      return t(`over.${row.noLongerDue ?? 'paid'}`, { amount: formats.money(row.amount + row.fee) })
    const until = payByOf(row)
    return until && t('title', { amount: formats.money(row.amount + row.fee), until: formats.dateTime(until) })
  }
}

/** Why a bank sent money back, in words, by its code; null for what is no code of a bank. */
export const useReturnText = (): ((code: string | null | undefined) => string | null) => {
  const t = useTranslations('returns.reasons')
  return (code) => {
    const name = returnReasonOf(code)
    return name && t(name, { code: code ?? '' })
  }
}

/** What became of a payment from outside that goes back, from the viewer's side; null for all else, and while it is on hold. */
export const useGoesBackText = (): ((
  row: Pick<
    Transaction,
    'type' | 'state' | 'method' | 'from' | 'returnStep' | 'fullName' | 'amount' | 'fee' | 'timeline'
  >,
) => string | null) => {
  const t = useTranslations('activity')
  const tCommon = useTranslations('common')
  const formats = useFormats()
  const { userID } = useMe()
  const rewardTakenBack = ({ amount, fee, timeline }: Pick<Transaction, 'amount' | 'fee' | 'timeline'>) => {
    const cents = goneBackCents({ amount, fee, timeline }, 'takenBack')
    if (cents === 0) return t('takenBack.whyVoided', { amount: formats.money(amount) })
    const gone = { amount: formats.money(cents), rest: formats.money(amount - cents) }
    return t(cents < amount ? 'takenBack.whyPartly' : 'takenBack.whyPaid', gone)
  }
  return (row) => {
    const { returnStep, method, fullName, state } = row
    if (returnStep === undefined || state === 'ON HOLD') return null
    if (isReward(row)) return rewardTakenBack(row)
    const name = fullName ?? tCommon('blockedUser')
    if (!isReturn(row)) {
      const cents = goneBackCents(row, returnStep)
      const amount = formats.money(cents)
      if (returnStep === 'replaced') return null
      if (isFromPerson(row, userID)) {
        if (returnStep === 'kept' || returnStep === 'cleared')
          return t(`goesBack.${returnStep}Theirs`, { name, method })
        const part = cents < row.amount ? 'yes' : 'no'
        return t(`receiverGoesBack.${returnStep}`, { name, method, amount, part, total: formats.money(row.amount) })
      }
      const isKept = returnStep === 'kept' || returnStep === 'cleared' || returnStep === 'refundFailed'
      const step = isKept && row.type === 'deposit' ? (`${returnStep}Own` as const) : returnStep
      return t(`payerGoesBack.${step}`, { name, method, amount })
    }
    if (returnStep === 'contested' || returnStep === 'warned') return null
    if (returnStep === 'replaced') return t('goesBack.replaced')
    return fullName === null
      ? t(`goesBack.${returnStep}`, { method })
      : t(`goesBack.${returnStep}Theirs`, { name, method })
  }
}

/** Sentences as one text; those that are null are left out. */
export const inOne = (...sentences: (string | null)[]): string => sentences.filter((one) => one !== null).join(' ')

/** Why a movement came to nothing and where its money is, from the viewer's side; null for all else. */
export const useEndText = (): ((row: Transaction) => string | null) => {
  const t = useTranslations('activity')
  const formats = useFormats()
  const returnText = useReturnText()
  const { userID } = useMe()
  return (row) => {
    const { type, cancelReason, returnReason, decidedBy: name = '' } = row
    if (type === 'withdraw' && cancelReason !== null && cancelReason !== 'triedAgain')
      return inOne(
        cancelReason === 'returned' ? returnText(returnReason) : null,
        t(`withdrawal.ended.${cancelReason}`, { fee: row.fee, total: formats.money(row.amount + row.fee) }),
        cancelReason === 'returned' ? t(`withdrawal.next.${adviceOnReturn(row)}`) : null,
      )
    const ending = endingOf(row, userID)
    const amount = formats.money(row.givenBack ?? row.received ?? row.amount)
    return ending && t(`cancel.${ending}`, { name, amount, fee: row.fee })
  }
}

/** Why a movement is on hold, here or at its provider, until when and for whom, from the viewer's side; null when it is not. */
export const useHoldText = (): ((row: Held) => string | null) => {
  const t = useTranslations('activity.hold')
  const formats = useFormats()
  const { userID } = useMe()
  const namesOf = useNames()
  const tCommon = useTranslations('common')
  /** Who acts next, and by when. */
  const approvalText = ({ decideBy, approverNames, fullName }: Held): string => {
    if (decideBy === undefined) return t('approverWait')
    const date = formats.dateTime(decideBy)
    return approverNames && approverNames.length > 0
      ? t('approverWaitNamed', { names: namesOf(approverNames), date })
      : t('approverWaitTheirs', { name: fullName ?? tCommon('blockedUser'), date })
  }
  return (row) => {
    const { holdReason, received, returnsAt, warnedUntil, method } = row
    if (isHeldByProvider(row)) return t('providerHolds')
    if (holdReason === null) return null
    if (holdReason === 'zelleMismatch' && received !== undefined)
      return inOne(
        t('zelleAmount', { expected: formats.money(row.amount + row.fee), received: formats.money(received) }),
        row.type === 'sent' && row.fullName ? t('notYetTheirs', { name: row.fullName }) : null,
      )
    if (holdReason === 'disputed' || holdReason === 'fraudWarning') {
      const until = warnedUntil === undefined ? 'none' : formats.date(warnedUntil)
      return row.fullName
        ? t(`${holdReason}Theirs`, { name: row.fullName, method, until })
        : t(holdReason, { method, until })
    }
    if (holdReason === 'approverWait') return approvalText(row)
    if (holdReason !== 'recipientKycRequired') return t(holdReason, { method })
    const isMine = !isOutgoing(row, userID)
    const why = t(isMine ? 'recipientKycRequiredMine' : 'recipientKycRequired')
    if (returnsAt === undefined) return why
    const date = formats.dateTime(returnsAt)
    return `${why} ${isMine ? t('deadlineMine', { date }) : t('deadline', { date, name: row.fullName ?? '' })}`
  }
}
