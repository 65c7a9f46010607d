/**
 * Reports: how a verdict reads on the wire. A denial is `consider` with sub-result `rejected` on exactly one report, the
 * carrier, and the reason is the one breakdown that is not `clear` there. A review is `consider` with `caution`.
 *
 * | reason      | document                                     | facial_similarity_photo                   | proof_of_address                            |
 * |-------------|----------------------------------------------|-------------------------------------------|---------------------------------------------|
 * | blurry      | image_integrity.image_quality                | image_integrity.face_detected             | image_integrity.image_quality               |
 * | unsupported | image_integrity.supported_document           | image_integrity.source_integrity          | document_classification.supported_document  |
 * | expired     | data_validation.document_expiration          | as other                                  | as other, and issue_date 120 days ago       |
 * | mismatch    | data_comparison.first_name, last_name        | face_comparison.face_match                | data_comparison.address                     |
 * | underage    | age_validation.minimum_accepted_age          | as other                                  | as other                                    |
 * | other       | visual_authenticity.other                    | visual_authenticity                       | none: every breakdown is clear              |
 */
import type { DocumentReport, FacialSimilarityPhotoReport, ProofOfAddressReport } from '@onfido/api'
import type { Applicant, Check, Document, Reason, Report, ReportName, Verdict } from './model.ts'

/** The report a reason shows on, unless one was named: documents first, faces for a mismatch without a document. */
export const carrierOf = (check: Check, reason: Reason, wanted: ReportName | undefined): ReportName => {
  const has = (name: ReportName) => check.reports.some((report) => report.name === name)
  if (wanted !== undefined && has(wanted)) return wanted
  const order: ReportName[] =
    reason === 'mismatch'
      ? ['document', 'facial_similarity_photo', 'proof_of_address']
      : ['document', 'proof_of_address', 'facial_similarity_photo']
  return order.find(has) ?? 'document'
}

type Context = { check: Check; report: Report; applicant: Applicant; documents: Document[]; now: Date; base: string }

const day = (date: Date, daysAgo: number) => new Date(date.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** `consider` (or the given word) for what is wrong, else `clear`. */
const mark = (isWrong: boolean, word = 'consider') => ({ result: isWrong ? word : 'clear' })
const group = <B extends Record<string, { result: string }>>(breakdown: B) => ({
  result: Object.values(breakdown).some((part) => part.result !== 'clear') ? 'consider' : 'clear',
  breakdown,
})

/** The part of a verdict that concerns this report. */
const concern = (verdict: Verdict | null, name: ReportName) =>
  verdict && verdict.decision !== 'approve' && verdict.carrier === name ? verdict : null

/** The reason to show: none for a clear report, and none for a review, which is a doubt without a finding. */
const shownReason = (verdict: Verdict | null) => (verdict?.decision === 'deny' ? verdict.reason : null)

const frameOf = ({ check, report, base }: Context, verdict: Verdict | null) => ({
  id: report.id,
  created_at: check.createdAt.toISOString(),
  href: `${base}/reports/${report.id}`,
  check_id: check.id,
  documents: check.documentIds.map((id) => ({ id })),
  ...(check.status === 'complete'
    ? ({
        status: 'complete',
        result: verdict ? 'consider' : 'clear',
        sub_result: verdict ? (verdict.decision === 'deny' ? 'rejected' : 'caution') : 'clear',
      } as const)
    : ({ status: 'awaiting_data' } as const)),
})

const documentReport = (context: Context) => {
  const { check, applicant, documents, now } = context
  const verdict = concern(check.verdict, 'document')
  const reason = shownReason(verdict)
  const [document] = documents
  return {
    ...frameOf(context, verdict),
    name: 'document',
    ...(check.status === 'complete' && {
      breakdown: {
        data_comparison: group({
          first_name: mark(reason === 'mismatch'),
          last_name: mark(reason === 'mismatch'),
          date_of_birth: mark(false),
        }),
        data_validation: group({ date_of_birth: mark(false), document_expiration: mark(reason === 'expired') }),
        image_integrity: group({
          image_quality: mark(reason === 'blurry', 'unidentified'),
          supported_document: mark(reason === 'unsupported', 'unidentified'),
          colour_picture: mark(false),
        }),
        visual_authenticity: group({
          fonts: mark(false),
          digital_tampering: mark(false),
          other: mark(reason === 'other' || verdict?.decision === 'review'),
        }),
        age_validation: group({ minimum_accepted_age: mark(reason === 'underage') }),
        compromised_document: mark(false),
      },
      properties: {
        first_name: reason === 'mismatch' ? 'Somebody' : applicant.firstName,
        last_name: reason === 'mismatch' ? 'Else' : applicant.lastName,
        date_of_birth: reason === 'underage' ? day(now, 16 * 365) : (applicant.dob ?? '1990-01-01'),
        date_of_expiry: check.verdict?.expiresOn ?? (reason === 'expired' ? day(now, 30) : day(now, -5 * 365)),
        document_type: document?.type ?? 'passport',
        issuing_country: document?.issuingCountry ?? 'USA',
        document_numbers: [{ type: 'document_number', value: check.verdict?.documentNumber ?? '' }],
      },
    }),
  } satisfies DocumentReport
}

const faceReport = (context: Context) => {
  const verdict = concern(context.check.verdict, 'facial_similarity_photo')
  const reason = shownReason(verdict)
  const isOther = reason === 'other' || reason === 'expired' || reason === 'underage' || verdict?.decision === 'review'
  return {
    ...frameOf(context, verdict),
    name: 'facial_similarity_photo',
    live_photos: context.check.livePhotoId ? [{ id: context.check.livePhotoId }] : [],
    ...(context.check.status === 'complete' && {
      breakdown: {
        face_comparison: group({ face_match: mark(reason === 'mismatch') }),
        image_integrity: group({
          face_detected: mark(reason === 'blurry'),
          source_integrity: mark(reason === 'unsupported'),
        }),
        visual_authenticity: mark(isOther),
      },
    }),
  } satisfies FacialSimilarityPhotoReport
}

const addressReport = (context: Context) => {
  const { check, applicant, now } = context
  const verdict = concern(check.verdict, 'proof_of_address')
  const reason = shownReason(verdict)
  return {
    ...frameOf(context, verdict),
    name: 'proof_of_address',
    ...(check.status === 'complete' && {
      breakdown: {
        data_comparison: group({
          address: mark(reason === 'mismatch'),
          first_name: mark(false),
          last_name: mark(false),
        }),
        document_classification: group({ supported_document: mark(reason === 'unsupported') }),
        image_integrity: group({ image_quality: mark(reason === 'blurry') }),
      },
      properties: {
        first_names: applicant.firstName,
        last_names: applicant.lastName,
        issue_date: check.verdict?.issuedOn ?? day(now, reason === 'expired' ? 120 : 20),
        issuer: 'Sandbox Power & Light',
      },
    }),
  } satisfies ProofOfAddressReport
}

export const renderReport = (context: Context) => {
  switch (context.report.name) {
    case 'document':
      return documentReport(context)
    case 'facial_similarity_photo':
      return faceReport(context)
    case 'proof_of_address':
      return addressReport(context)
  }
}
