/** What has been entered for a bill that is split, and the guard of its review. */
import type { FoundPerson } from '@puente/contract'
import type { ParsedLocation } from '@tanstack/react-router'
import { paths } from '#lib/layout/paths.ts'
import { requireFlowStep, type FlowStep } from '#shared/payment/flow-steps.ts'
import { amountsOf, leftOf, type Part } from './split-rules.ts'

export type SplitShare = Part & { person: FoundPerson }

export type SplitDraft = {
  total?: number | null
  note?: string
  people?: SplitShare[]
  /** The user's own part; null for an equal one. */
  own?: number | null
  /** The user pays nothing of it. */
  isOwnLeftOut?: boolean
  /** Made with the first attempt: however often it is sent, it asks once. */
  draftId?: string | undefined
}

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    split: SplitDraft
  }
}

/** The bill as it stands: what is asked of each, one's own part, and what is still left. */
export const splitOf = ({ total, people = [], own = null, isOwnLeftOut = false }: SplitDraft) => {
  const sum = total ?? 0
  const parts: Part[] = [...(isOwnLeftOut ? [] : [{ cents: own }]), ...people]
  const amounts = amountsOf(sum, parts)
  const ownPart = isOwnLeftOut ? 0 : (amounts[0] ?? 0)
  const shares = people.map(({ person }, place) => ({ person, cents: amounts[place + (isOwnLeftOut ? 0 : 1)] ?? 0 }))
  return {
    total: sum,
    ownPart,
    shares,
    left: leftOf(sum, amounts),
    asked: shares.reduce((all, { cents }) => all + cents, 0),
  }
}

/** Whether the bill can be sent: every cent has a person, and every person at least one. */
export const isWhole = (draft: SplitDraft): boolean => {
  const { shares, left } = splitOf(draft)
  return (
    Boolean(draft.total && draft.note?.trim()) &&
    shares.length > 0 &&
    left === 0 &&
    shares.every(({ cents }) => cents > 0)
  )
}

const steps: readonly FlowStep<SplitDraft>[] = [
  { path: paths.requestSplit.path, isOpen: () => true },
  { path: paths.requestSplitReview.path, isOpen: isWhole },
]

/** Requires a bill that adds up; redirects to its form otherwise. */
export const requireShares = (visit: { location: ParsedLocation }): void =>
  requireFlowStep('split', steps, paths.requestSplitReview.path, visit)
