/** Applicants, files and checks as Onfido's API shows them; the SDK's types are the oracle. */
import type {
  Applicant as ApplicantBody,
  Check as CheckBody,
  Document as DocumentBody,
  DocumentTypes,
  LivePhoto,
} from '@onfido/api'
import type { Applicant, Check, Document, Upload } from './model.ts'

/** All paths below carry the version, as the real API's do. */
export const basePath = '/wire/onfido/v3.6'
const href = (kind: string, id: string) => `/v3.6/${kind}/${id}`

type Loose<T> = { [K in keyof T]?: unknown }

export const renderApplicant = (applicant: Applicant) =>
  ({
    id: applicant.id,
    created_at: applicant.createdAt.toISOString(),
    href: href('applicants', applicant.id),
    sandbox: true,
    first_name: applicant.firstName,
    last_name: applicant.lastName,
    email: applicant.email,
    dob: applicant.dob,
    phone_number: applicant.phoneNumber,
    address: applicant.address,
    location: applicant.location,
    id_numbers: [],
  }) satisfies Loose<ApplicantBody>

const renderUpload = (kind: string, upload: Upload) => ({
  id: upload.id,
  created_at: upload.createdAt.toISOString(),
  href: href(kind, upload.id),
  download_href: `${href(kind, upload.id)}/download`,
  file_name: upload.fileName,
  file_type: upload.fileType,
  file_size: upload.fileSize,
})

export const renderDocument = (document: Document) =>
  ({
    ...renderUpload('documents', document),
    applicant_id: document.applicantId,
    type: document.type as DocumentTypes,
    ...(document.side && { side: document.side }),
  }) satisfies DocumentBody

export const renderLivePhoto = (photo: Upload) => renderUpload('live_photos', photo) satisfies LivePhoto

export const renderCheck = (check: Check, publicUrl: string) =>
  ({
    id: check.id,
    created_at: check.createdAt.toISOString(),
    href: href('checks', check.id),
    applicant_id: check.applicantId,
    applicant_provides_data: false,
    status: check.status,
    ...(check.status === 'complete' && {
      result: check.verdict && check.verdict.decision !== 'approve' ? 'consider' : 'clear',
    }),
    report_ids: check.reports.map(({ id }) => id),
    results_uri: `${publicUrl}/kyc#${check.id}`,
    tags: check.tags,
    sandbox: true,
    paused: false,
    version: '3.6',
    privacy_notices_read_consent_given: true,
  }) satisfies CheckBody
