/** Decisions about the identity check: what is missing, what may be submitted, what a review comes to. */
import { type DocType, type KycReason, type KycStatus, type KycType, TIER1_TYPES } from '@puente/contract'
import { canMove } from './kyc-states.ts'

/** One upload as it stands. */
export type KycItem = {
  type: KycType
  status: KycStatus
  reason: KycReason | null
  docType: DocType | null
  frontFileId: string | null
  backFileId: string | null
  /** A file was submitted since the last decision. */
  isFresh: boolean
}

export type Tier1Type = (typeof TIER1_TYPES)[number]

const TRIES_PER_DAY = 3
const TRIES_IN_ALL = 10

export const neverHandedIn = (type: KycType): KycItem => ({
  type,
  status: 'neverRequested',
  reason: null,
  docType: null,
  frontFileId: null,
  backFileId: null,
  isFresh: false,
})

export const itemOf = (items: readonly KycItem[], type: KycType): KycItem =>
  items.find((item) => item.type === type) ?? neverHandedIn(type)

/** Documents with something on their back; a passport has none. */
const hasBack = (docType: DocType | null): boolean => docType !== null && docType !== 'passport'

/** Whether both sides that the document has are there. */
const isWhole = ({ type, docType, frontFileId, backFileId }: KycItem): boolean =>
  frontFileId !== null && (type !== 'selfieId' || !hasBack(docType) || backFileId !== null)

/** Handed in and waiting, or accepted already. */
const isReady = (item: KycItem): boolean =>
  item.status === 'Approved' || (isWhole(item) && item.isFresh && canMove(item.status, 'inReview'))

/** What the person still has to give before the file goes to review. */
export const missingParts = (items: readonly KycItem[], hasNameBirth: boolean): ('nameBirth' | Tier1Type)[] => [
  ...(hasNameBirth ? [] : (['nameBirth'] as const)),
  ...TIER1_TYPES.filter((type) => {
    const { status } = itemOf(items, type)
    return status !== 'inReview' && !isReady(itemOf(items, type))
  }),
]

/** Whether there is something new to review and nothing is missing. */
export const isComplete = (items: readonly KycItem[], hasNameBirth: boolean): boolean =>
  missingParts(items, hasNameBirth).length === 0 &&
  TIER1_TYPES.some((type) => isReady(itemOf(items, type)) && itemOf(items, type).isFresh)

/** Submissions left, from those of the last 24 hours and of all time. */
export const triesLeft = (lastDay: number, inAll: number): number =>
  Math.max(0, Math.min(TRIES_PER_DAY - lastDay, TRIES_IN_ALL - inAll))

/** Whether a file may be submitted: not while it is reviewed, and not once it was accepted. */
export const takesFiles = (status: KycStatus): boolean => status === 'Denied' || canMove(status, 'requested')

/** An item after a file was submitted; null when its status does not allow one. A denied one stays so until it is reviewed. */
export const withFile = (
  item: KycItem,
  file: { fileId: string; side: 'front' | 'back'; docType: DocType | null },
): KycItem | null => {
  if (!takesFiles(item.status)) return null
  const status = item.status === 'Denied' ? 'Denied' : 'requested'
  // Another document, or a new try: the sides of the old one do not belong to it.
  const startsOver = !item.isFresh || item.docType !== file.docType
  const front = file.side === 'front' ? file.fileId : startsOver ? null : item.frontFileId
  const back = file.side === 'back' ? file.fileId : startsOver ? null : item.backFileId
  return { ...item, status, docType: file.docType, frontFileId: front, backFileId: back, isFresh: true }
}

type Verdict = { outcome: 'approved' } | { outcome: 'denied'; reasons: readonly { type: KycType; code: KycReason }[] }

/**
 * What the items under review become when it ends: what was not objected to is accepted. An objection to something that
 * was accepted earlier (the selfie does not fit the new document) falls on what was submitted this time, so that after a
 * denial there is always something to try again with.
 */
export const decided = (items: readonly KycItem[], verdict: Verdict): KycItem[] => {
  const reviewed = items.filter(({ status }) => status === 'inReview')
  const reasons = verdict.outcome === 'denied' ? verdict.reasons : []
  const isAboutThese = reviewed.some(({ type }) => reasons.some((reason) => reason.type === type))
  const reasonFor = (type: KycType): KycReason | undefined => {
    if (verdict.outcome === 'approved') return undefined
    if (!isAboutThese) return reasons[0]?.code ?? 'other'
    return reasons.find((reason) => reason.type === type)?.code
  }
  return reviewed.map((item) => {
    const reason = reasonFor(item.type)
    return reason === undefined
      ? { ...item, status: 'Approved', reason: null, isFresh: false }
      : { ...item, status: 'Denied', reason, isFresh: false }
  })
}

/** An upload without what was submitted so far: a decision is taken back as a denial, and a new file can be submitted. */
export const withdrawn = (item: KycItem): KycItem => {
  const empty = { ...item, docType: null, frontFileId: null, backFileId: null, isFresh: false }
  if (canMove(item.status, 'Denied')) return { ...empty, status: 'Denied', reason: 'other' }
  return canMove(item.status, 'requested') && item.status !== 'neverRequested'
    ? { ...empty, status: 'requested' }
    : empty
}

/** Whether everything that tier 1 asks for has been accepted. */
export const earnsTier1 = (items: readonly KycItem[], hasNameBirth: boolean): boolean =>
  hasNameBirth && TIER1_TYPES.every((type) => itemOf(items, type).status === 'Approved')

/** What one person may keep with us: far more than ten tries need, far less than a disk holds. */
const FILES_LIMIT = 100
const FILES_LIMIT_BYTES = 200_000_000

export const hasRoomForFiles = ({ count, bytes }: { count: number; bytes: number }): boolean =>
  count < FILES_LIMIT && bytes < FILES_LIMIT_BYTES

const isWeekend = (at: Date, timeZone: string): boolean =>
  new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' }).format(at).startsWith('S')

/** That many working days later, at the same hour; Saturdays and Sundays of the zone do not count. */
export const plusWorkingDays = (from: Date, days: number, timeZone: string): Date => {
  const at = new Date(from)
  for (let left = days; left > 0;) {
    at.setUTCDate(at.getUTCDate() + 1)
    if (!isWeekend(at, timeZone)) left -= 1
  }
  return at
}
