/**
 * What the identity check asks for, and in which order. The photos come first and the details last, because handing in
 * the last part sends the file to review. After a denial only what is wanted again is asked; when the data did not
 * match, the details come before the photos, so that a wrong name is mended before the file goes back to review.
 */
import type { DocType, KycReason, Result } from '@puente/contract'

export type KycReport = Result<'kycStatus'>

export const PARTS = ['document', 'selfie', 'details'] as const
export type Part = (typeof PARTS)[number]

/** The parts by their names in the report. */
const nameOf = { document: 'selfieId', selfie: 'selfie', details: 'nameBirth' } as const satisfies Record<
  Part,
  KycReport['missing'][number]
>

/** Reasons that, said of the document, may lie in what was written rather than in what was photographed. */
const DATA_REASONS: ReadonlySet<KycReason> = new Set(['mismatch', 'underage'])

type Report = Pick<KycReport, 'reasons' | 'missing'>

/** Whether a part is still, or again, to be handed in. */
export const isWanted = (part: Part, { missing }: Pick<Report, 'missing'>): boolean => missing.includes(nameOf[part])

/** Whether the details were handed in before: what is wanted now is wanted again. */
export const isAgain = (report: Pick<Report, 'missing'>): boolean => !isWanted('details', report)

/** The parts of this visit in their order. The first time all three stand in it, those that are done too. */
export const planOf = (report: Report): Part[] => {
  if (!isAgain(report)) return [...PARTS]
  const wanted = PARTS.filter((part) => isWanted(part, report))
  const mendData = report.reasons.some(({ type, code }) => type === 'selfieId' && DATA_REASONS.has(code))
  return mendData ? ['details', ...wanted] : wanted
}

/** Whether a document has something on its back. */
export const hasBack = (docType: DocType): boolean => docType !== 'passport'

const ADULT_YEARS = 18

/**
 * The last birthday that is old enough. It is compared as text, so that no time zone can move it.
 * @param today the calendar day where the person is, `YYYY-MM-DD`
 */
export const latestBirthday = (today: string): string =>
  `${String(Number(today.slice(0, 4)) - ADULT_YEARS).padStart(4, '0')}${today.slice(4)}`

/** Long enough an edge for small print to be read, short enough for a slow network. */
const MAX_EDGE_PX = 2560

/** The size a photo is sent in; the same size when it is small enough. */
export const fitted = (width: number, height: number): { width: number; height: number } => {
  const scale = Math.min(1, MAX_EDGE_PX / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
