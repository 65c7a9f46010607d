/** Decisions about the identity check: what is missing, what may be submitted, what a review comes to. */
import {
  ADDRESS_DOC_TYPES,
  COMPANY_DOC_TYPES,
  type CompanyDocType,
  type DocType,
  ID_DOC_TYPES,
  type IdDocType,
  type KycPart,
  type KycReason,
  type KycStatus,
  type KycType,
  type NoticeVariant,
  TIER1_TYPES,
  TIER2_TYPES,
} from '@puente/contract'
import { isBankingDay } from '#platform/calendar/bank-days-rules.ts'
import { canMove } from './kyc-states.ts'

/** One upload as it stands. */
export type KycItem = {
  type: KycType
  status: KycStatus
  reason: KycReason | null
  docType: DocType | null
  frontFileId: string | null
  backFileId: string | null
  /** Of a business's proof of address: the paper of the company beside it. */
  companyDocType: CompanyDocType | null
  companyFileId: string | null
  /** The ISO day on which the accepted document runs out; null when it does not, or nobody read it. */
  expiresOn: string | null
  /** Of a document that has run out: until when it still counts. */
  noticeEndsAt: Date | null
  /** A file was submitted since the last decision. */
  isFresh: boolean
}

/** The tier that a submission is for; each is reviewed by itself. */
export type KycTier = 1 | 2
const TYPES_OF_TIER: Record<KycTier, readonly KycType[]> = { 1: TIER1_TYPES, 2: TIER2_TYPES }
export const tierOfType = (type: KycType): KycTier => (TIER1_TYPES.some((one) => one === type) ? 1 : 2)

/** What the rules know of the person. */
export type Person = { tier: number; hasNameBirth: boolean; isBusiness: boolean }

const DAY_MS = 86_400_000
const TRIES_PER_DAY = 3
const TRIES_IN_ALL = 10

export const neverHandedIn = (type: KycType): KycItem => ({
  type,
  status: 'neverRequested',
  reason: null,
  docType: null,
  frontFileId: null,
  backFileId: null,
  companyDocType: null,
  companyFileId: null,
  expiresOn: null,
  noticeEndsAt: null,
  isFresh: false,
})

export const itemOf = (items: readonly KycItem[], type: KycType): KycItem =>
  items.find((item) => item.type === type) ?? neverHandedIn(type)

const isOneOf = <T extends string>(types: readonly T[], type: string | null): type is T =>
  types.some((one) => one === type)

export const isIdDoc = (docType: DocType | null): docType is IdDocType => isOneOf(ID_DOC_TYPES, docType)

const isCompanyDoc = (docType: DocType | null): docType is CompanyDocType => isOneOf(COMPANY_DOC_TYPES, docType)

/** Whether an upload of this type may be this kind of document; photos of a face and videos are none. */
export const fitsType = (type: KycType, docType: DocType | null, isBusiness: boolean): boolean => {
  if (type === 'selfieId') return isIdDoc(docType)
  if (type === 'invoice') return isOneOf(ADDRESS_DOC_TYPES, docType) || (isBusiness && isCompanyDoc(docType))
  return true
}

/** Documents with something on their back; a passport has none. */
const hasBack = (docType: DocType | null): boolean => docType !== null && docType !== 'passport'

/** Whether everything that this upload consists of is there. */
const isWhole = ({ type, docType, frontFileId, backFileId, companyFileId }: KycItem, isBusiness: boolean): boolean => {
  if (frontFileId === null) return false
  if (type === 'selfieId') return !hasBack(docType) || backFileId !== null
  return type !== 'invoice' || !isBusiness || companyFileId !== null
}

/** Handed in and waiting, or accepted already. */
const isReady = (item: KycItem, isBusiness: boolean): boolean =>
  item.status === 'Approved' || (isWhole(item, isBusiness) && item.isFresh && canMove(item.status, 'inReview'))

/** A video is part of the check only once a reviewer has asked for it. */
const isWanted = (item: KycItem): boolean => item.type !== 'video' || item.status !== 'neverRequested'

/** The parts of an upload that the person still has to give. */
const missingOf = (item: KycItem, isBusiness: boolean): KycPart[] => {
  const { type, status, isFresh, frontFileId, companyFileId } = item
  if (!isWanted(item) || status === 'inReview' || isReady(item, isBusiness)) return []
  if (type !== 'invoice') return [type]
  const isCompanyMissing = isBusiness && !(isFresh && companyFileId !== null)
  return [
    ...(isFresh && frontFileId !== null ? [] : (['invoice'] as const)),
    ...(isCompanyMissing ? (['company'] as const) : []),
  ]
}

/** What the person still has to give before the file of a tier goes to review. */
export const missingParts = (items: readonly KycItem[], tier: KycTier, person: Person): KycPart[] => [
  ...(tier === 1 && !person.hasNameBirth ? (['nameBirth'] as const) : []),
  ...TYPES_OF_TIER[tier].flatMap((type) => missingOf(itemOf(items, type), person.isBusiness)),
]

/** Whether there is something new to review and nothing is missing. Tier 2 is built on tier 1. */
export const isComplete = (items: readonly KycItem[], tier: KycTier, person: Person): boolean =>
  (tier === 1 || person.tier >= 1) &&
  missingParts(items, tier, person).length === 0 &&
  TYPES_OF_TIER[tier].some((type) => {
    const item = itemOf(items, type)
    return isReady(item, person.isBusiness) && item.isFresh
  })

/** The tier whose parts the person is to look after now: the first that is not accepted. */
export const currentTier = (items: readonly KycItem[], person: Person): KycTier =>
  person.tier >= 1 && TIER1_TYPES.every((type) => !NEEDS_FILE.has(itemOf(items, type).status)) ? 2 : 1

const NEEDS_FILE: ReadonlySet<KycStatus> = new Set(['requested', 'Denied', 'Expired'])

/** From when on submissions count towards those of a day. */
export const lastDayOf = (at: Date): Date => new Date(at.getTime() - DAY_MS)

/**
 * Submissions left at a moment, of those that were made, and of those that the same person made with other accounts, which count
 * for a day; `again` is when there is one more, null while there is one or where there never will be.
 */
export const triesOf = (
  madeAt: readonly Date[],
  at: Date,
  madeElsewhereAt: readonly Date[] = [],
): { left: number; again: Date | null } => {
  const lastDay = [...madeAt, ...madeElsewhereAt]
    .map((made) => made.getTime())
    .filter((made) => made > lastDayOf(at).getTime())
  const leftInAll = TRIES_IN_ALL - madeAt.length
  const left = Math.max(0, Math.min(TRIES_PER_DAY - lastDay.length, leftInAll))
  if (left > 0 || leftInAll <= 0) return { left, again: null }
  // The day has room for one more once all but two of its tries are older than it.
  const last = lastDay.toSorted((a, b) => b - a)[TRIES_PER_DAY - 1] ?? at.getTime()
  return { left, again: new Date(last + DAY_MS) }
}

/**
 * Whether a file may be submitted: not while it is reviewed, not once it was accepted, and a video only once it was asked for.
 */
export const takesFiles = (type: KycType, status: KycStatus): boolean =>
  status === 'Denied' || (canMove(status, 'requested') && (type !== 'video' || status !== 'neverRequested'))

export type NewFile = { fileId: string; side: 'front' | 'back'; docType: DocType | null }

/** An item after a file was submitted; null when its status does not allow one. A denied one stays so until it is reviewed. */
export const withFile = (item: KycItem, file: NewFile): KycItem | null => {
  if (!takesFiles(item.type, item.status)) return null
  const status = item.status === 'Denied' ? 'Denied' : 'requested'
  const kept = item.isFresh
    ? { ...item, status }
    : // A new try: what was handed in before does not belong to it.
      { ...item, status, docType: null, frontFileId: null, backFileId: null, companyDocType: null, companyFileId: null }
  const fresh: KycItem = { ...kept, status, isFresh: true }
  if (item.type === 'invoice' && isCompanyDoc(file.docType))
    return { ...fresh, companyDocType: file.docType, companyFileId: file.fileId }
  // Nor do the sides of another kind of document.
  const [front, back] = kept.docType === file.docType ? [kept.frontFileId, kept.backFileId] : [null, null]
  return {
    ...fresh,
    docType: file.docType,
    frontFileId: file.side === 'front' ? file.fileId : front,
    backFileId: file.side === 'back' ? file.fileId : back,
  }
}

/** Decided by what a machine cannot read: a lease, a company's paper, a video. */
export const needsPerson = (items: readonly KycItem[], tier: KycTier): boolean => {
  if (tier === 1) return false
  const address = itemOf(items, 'invoice')
  return (
    address.status !== 'inReview' ||
    address.docType === 'lease' ||
    address.companyFileId !== null ||
    itemOf(items, 'video').status === 'inReview'
  )
}

type Verdict =
  | { outcome: 'approved'; expiresOn?: string | null }
  | { outcome: 'denied'; reasons: readonly { type: KycType; code: KycReason }[] }

/**
 * What the items under review become when it ends: what was not objected to is accepted. An objection to something that
 * was accepted earlier (the selfie does not fit the new document) falls on what was submitted this time, so that after a
 * denial there is always something to try again with.
 */
export const decided = (items: readonly KycItem[], tier: KycTier, verdict: Verdict): KycItem[] => {
  const reviewed = items.filter(({ type, status }) => status === 'inReview' && tierOfType(type) === tier)
  const expiresOn = verdict.outcome === 'approved' ? (verdict.expiresOn ?? null) : null
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
      ? {
          ...item,
          status: 'Approved',
          reason: null,
          isFresh: false,
          noticeEndsAt: null,
          expiresOn: item.type === 'selfieId' ? expiresOn : null,
        }
      : { ...item, status: 'Denied', reason, isFresh: false }
  })
}

/**
 * What the end of a review is to the person whose check it is. A review of tier 2 is one of the address, and of the video where
 * that alone was not accepted.
 */
export const newsOf = (tier: KycTier, outcome: Verdict['outcome'], after: readonly KycItem[]): NoticeVariant<'kyc'> => {
  if (tier === 1) return outcome
  if (outcome === 'approved') return 'addressApproved'
  return itemOf(after, 'invoice').status === 'Denied' ? 'addressDenied' : 'videoDenied'
}

/** When the first notice ends, of documents that have run out. */
export const noticeEndOf = (items: readonly KycItem[]): Date | null =>
  items.flatMap(({ noticeEndsAt }) => noticeEndsAt ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null

/** Whether something was denied that a person can be asked to look at again. */
export const canAppeal = (items: readonly KycItem[]): boolean => items.some(({ status }) => status === 'Denied')

/** What one person may keep with us: far more than ten tries need, far less than a disk holds. */
const FILES_LIMIT = 100
const FILES_LIMIT_BYTES = 200_000_000

export const hasRoomForFiles = ({ count, bytes }: { count: number; bytes: number }): boolean =>
  count < FILES_LIMIT && bytes < FILES_LIMIT_BYTES

const dayIn = (at: Date, timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)

/** That many banking days later, at the same hour: no weekends and federal holidays of the zone. */
export const plusWorkingDays = (from: Date, days: number, timeZone: string): Date => {
  const at = new Date(from)
  for (let left = days; left > 0;) {
    at.setUTCDate(at.getUTCDate() + 1)
    if (isBankingDay(dayIn(at, timeZone))) left -= 1
  }
  return at
}
