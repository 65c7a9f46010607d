/**
 * What the identity check asks for, and in which order. The photos come first and the details last, because submitting
 * the last part starts the review. After a denial only the rejected parts are asked for; when the data did not match, the
 * details come before the photos, so that a wrong name is corrected before the review starts again.
 */
import { type IdDocType, type KycReason, type Result, TIER2_TYPES } from '@puente/contract'

export type KycReport = Result<'kycStatus'>

export const PARTS = ['document', 'selfie', 'details'] as const
/** Of tier 2, in the order in which they are asked for. */
export const TIER2_PARTS = ['address', 'company', 'video'] as const
export type Part = (typeof PARTS)[number] | (typeof TIER2_PARTS)[number]

/** The parts by their names in the report. */
const nameOf = {
  document: 'selfieId',
  selfie: 'selfie',
  details: 'nameBirth',
  address: 'invoice',
  company: 'company',
  video: 'video',
} as const satisfies Record<Part, KycReport['missing'][number]>

/** Reasons given for the document that may be due to the details rather than to the photo. */
const DATA_REASONS: ReadonlySet<KycReason> = new Set(['mismatch', 'underage'])

type Report = Pick<KycReport, 'reasons' | 'missing'>

/** Whether a part must be submitted, for the first time or again. */
export const isWanted = (part: Part, { missing }: Pick<Report, 'missing'>): boolean => missing.includes(nameOf[part])

/** Whether the details were submitted before, so that what is asked for now is asked for again. */
export const isAgain = (report: Pick<Report, 'missing'>): boolean => !isWanted('details', report)

/** Whether the details have to be looked at again, since the document may have been denied because of them. */
export const mendsDetails = (report: Report | undefined): boolean =>
  report !== undefined &&
  isAgain(report) &&
  report.reasons.some(({ type, code }) => type === 'selfieId' && DATA_REASONS.has(code))

/** The parts of this visit in order. The first time all three are listed, including those that are done. */
export const planOf = (report: Report): Part[] => {
  if (!isAgain(report)) return [...PARTS]
  const wanted = PARTS.filter((part) => isWanted(part, report))
  return mendsDetails(report) ? ['details', ...wanted] : wanted
}

const decisionOf = ({ history }: Pick<KycReport, 'history'>) =>
  history.find(({ status }) => status === 'Approved' || status === 'Denied')

/** Changes with every submission and every decision. */
export const reviewMarkOf = (report: Pick<KycReport, 'submittedAt' | 'history'>): string =>
  `${report.submittedAt} ${decisionOf(report)?.at}`

/** What tier 2 still wants. */
export const tier2PlanOf = (report: Pick<Report, 'missing'>): Part[] =>
  TIER2_PARTS.filter((part) => isWanted(part, report))

/** What another device can be asked for: everything but the details, which are typed where the person is signed in. */
export const photoPlanOf = (report: Report): Part[] => [
  ...planOf(report).filter((part) => part !== 'details' && isWanted(part, report)),
  ...tier2PlanOf(report),
]

/** Whether a document's back must be photographed too. */
export const hasBack = (docType: IdDocType): boolean => docType !== 'passport'

export type Appealed = Pick<KycReport, 'appeals' | 'history'>
export type OpenAppeal = Pick<KycReport, 'appeals' | 'submittedAt' | 'reasons'>

/** The appeal that is open, or answered since the newest decision. */
export const appealOf = ({ appeals: [latest], history }: Appealed): KycReport['appeals'][number] | undefined => {
  if (latest?.state === 'open') return latest
  const decision = decisionOf({ history })
  const isOlder = latest && decision && Date.parse(latest.at) < Date.parse(decision.at)
  return isOlder || latest?.state === 'settled' ? undefined : latest
}

/** Whether a person is looking at a decision again. */
export const isAppealOpen = (report: Appealed): boolean => appealOf(report)?.state === 'open'

/** Whether another try ends the open appeal: not while both tiers are denied, since it may be against the other one. */
export const tryEndsAppeal = ({ reasons }: Pick<KycReport, 'reasons'>): boolean =>
  new Set(reasons.map(({ type }) => TIER2_TYPES.some((one) => one === type))).size === 1

/** What an open appeal comes to: an answer; none once there is a new try, unless what was not tried again is denied as well. */
export const openTextOf = ({ appeals: [open], submittedAt, reasons }: OpenAppeal): 'openText' | 'endedByTry' =>
  open && submittedAt !== null && Date.parse(submittedAt) > Date.parse(open.at) && reasons.length === 0
    ? 'endedByTry'
    : 'openText'

/** Whether the newest decision has ended an appeal against the one before it, which then gets no answer. */
export const isAppealReplaced = ({ appeals: [latest], history }: Appealed): boolean => {
  if (latest?.state !== 'settled') return false
  const since = history.filter(({ at }) => Date.parse(at) > Date.parse(latest.at))
  const decisions = since.filter(({ status }) => status === 'Approved' || status === 'Denied')
  return decisions.length > 0 && new Set(decisions.map(({ at }) => at)).size === 1
}

/** Where an appeal stands, which the focus moves to once it is sent: the button that opened the dialog is gone. */
export const APPEAL_ID = 'appeal'
