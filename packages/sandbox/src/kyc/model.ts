/** The identity checker's own records. Statuses and results are closed lists of the provider's words. */
export const decisions = ['approve', 'deny', 'review'] as const
export type Decision = (typeof decisions)[number]

/** Why a check is denied, in the product's words; `reports.ts` says where each shows in a report. */
export const reasons = ['blurry', 'expired', 'mismatch', 'unsupported', 'underage', 'other'] as const
export type Reason = (typeof reasons)[number]

export const reportNames = ['document', 'facial_similarity_photo', 'proof_of_address'] as const
export type ReportName = (typeof reportNames)[number]

export type Applicant = {
  id: string
  createdAt: Date
  firstName: string
  lastName: string
  email: string | null
  dob: string | null
  phoneNumber: string | null
  address: Record<string, string> | null
  location: Record<string, string> | null
}

/** A received file: what it was, never its bytes. */
export type Upload = {
  id: string
  createdAt: Date
  applicantId: string
  fileName: string
  fileType: string
  fileSize: number
}
export type Document = Upload & { type: string; side: 'front' | 'back' | null; issuingCountry: string | null }

/** `carrier` is the report that shows a denial or a doubt. The days are those on the paper, where one was named. */
export type Verdict = {
  decision: Decision
  reason: Reason
  carrier: ReportName
  documentNumber: string
  expiresOn: string | null
  issuedOn: string | null
}

export type Report = { id: string; name: ReportName }

export type Check = {
  id: string
  createdAt: Date
  applicantId: string
  documentIds: string[]
  livePhotoId: string | null
  tags: string[]
  reports: Report[]
  status: 'in_progress' | 'complete' | 'reopened'
  verdict: Verdict | null
  decidedAt: Date | null
}
