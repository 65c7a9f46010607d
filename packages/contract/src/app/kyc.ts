import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { textIn, TimestampOut } from '../fields.ts'

export const KYC_STATUSES = ['neverRequested', 'requested', 'inReview', 'Approved', 'Denied', 'Expired'] as const
export type KycStatus = (typeof KYC_STATUSES)[number]

/** What can be uploaded; each has one status. */
export const KYC_TYPES = ['selfieId', 'selfie', 'invoice', 'video'] as const
export type KycType = (typeof KYC_TYPES)[number]

export const TIER1_TYPES = ['selfieId', 'selfie'] as const satisfies readonly KycType[]

/** The uploads of tier 2: `invoice` is the proof of address, with a company paper for a business; `video` only when asked for. */
export const TIER2_TYPES = ['invoice', 'video'] as const satisfies readonly KycType[]

export const ID_DOC_TYPES = ['passport', 'driverLicense', 'stateId', 'residencePermit'] as const
export type IdDocType = (typeof ID_DOC_TYPES)[number]

export const ADDRESS_DOC_TYPES = ['utilityBill', 'bankStatement', 'lease'] as const
export type AddressDocType = (typeof ADDRESS_DOC_TYPES)[number]

/** Papers that show that a company exists; a business hands in one of them beside its proof of address. */
export const COMPANY_DOC_TYPES = ['articlesOfOrganization', 'einLetter', 'businessLicense'] as const
export type CompanyDocType = (typeof COMPANY_DOC_TYPES)[number]

export const DOC_TYPES = [...ID_DOC_TYPES, ...ADDRESS_DOC_TYPES, ...COMPANY_DOC_TYPES] as const
export type DocType = (typeof DOC_TYPES)[number]

/** What a person can still have to give: the name and birthday step, uploads, and a business's company paper. */
export const KYC_PARTS = ['nameBirth', ...TIER1_TYPES, 'invoice', 'company', 'video'] as const
export type KycPart = (typeof KYC_PARTS)[number]

/** A proof of address may be this old. */
export const ADDRESS_PROOF_DAYS = 90

export const KYC_REASONS = ['blurry', 'expired', 'mismatch', 'unsupported', 'underage', 'other'] as const
export type KycReason = (typeof KYC_REASONS)[number]

/** The first size that is refused. */
export const KYC_IMAGE_LIMIT_BYTES = 8_388_608

export const APPEAL_MAX = 2000
/** Why a decision should be looked at again, in the person's own words. */
export const AppealIn = textIn('invalidDescription', APPEAL_MAX).check(z.minLength(1, 'invalidDescription'))

const Status = z.enum(KYC_STATUSES)

/** The KYC part of the signed-in user. */
export const KycOut = z.object({
  selfieIdStatus: Status,
  selfieStatus: Status,
  invoiceStatus: Status,
  videoStatus: Status,
  tier: z.int(),
  fullNameBirth: z.boolean(),
  selfieId: z.boolean(),
  selfie: z.boolean(),
})
export type Kyc = z.infer<typeof KycOut>

/** `settled`: a new decision has taken the place of the one that it was against. */
export const APPEAL_STATES = ['open', 'answered', 'settled'] as const

const AppealOut = z.object({
  appealId: z.string(),
  at: TimestampOut,
  state: z.enum(APPEAL_STATES),
  text: z.string(),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(TimestampOut),
})

export const kyc = {
  uploadKycPhoto: {
    method: 'POST',
    path: '/clients/KYC/uploadPhotos',
    summary: 'Hand in one photo of the identity check, or the video that was asked for',
    access: 'user',
    needs: ['contacts'],
    handoff: true,
    throttle: 'uploads',
    priority: 'reports',
    inDoubt: 'served',
    multipart: {
      file: 'file',
      maxBytes: KYC_IMAGE_LIMIT_BYTES,
      fields: z.strictObject({
        type: z.enum(KYC_TYPES, 'invalidType'),
        docType: z.optional(z.enum(DOC_TYPES, 'invalidType')),
        side: z.optional(z.enum(['front', 'back'], 'invalidType')),
      }),
    },
    result: z.object({ type: z.enum(KYC_TYPES), status: Status, triesLeft: z.int() }),
    refuses: ['invalidType', 'emailNotVerified', 'kycRequired'],
  },
  kycStatus: {
    method: 'GET',
    path: '/kyc/status',
    summary: 'Where the identity check stands and what is missing',
    access: 'user',
    handoff: true,
    throttle: 'read',
    priority: 'lists',
    result: z.extend(KycOut, {
      reasons: z.array(z.object({ type: z.enum(KYC_TYPES), code: z.enum(KYC_REASONS) })),
      /** Of tier 1; from tier 1 on, those of tier 2, whether or not the person wants it. */
      missing: z.array(z.enum(KYC_PARTS)),
      /** Submissions left of the tier that `missing` is about. */
      triesLeft: z.int(),
      /** When there is one again; null while there is one, and where only we can give more. */
      triesAgainAt: z.nullable(TimestampOut),
      submittedAt: z.nullable(TimestampOut),
      expectedBy: z.nullable(TimestampOut),
      /** When the tier ends because the ID has run out, unless a new one is accepted by then. */
      noticeEndsAt: z.nullable(TimestampOut),
      /** Half of the reviews of the last 30 days took no longer; null until there are twenty. */
      medianMinutes: z.nullable(z.int()),
      /** Whether there is a decision that can be objected to, and no appeal is open. */
      canAppeal: z.boolean(),
      appeals: z.array(AppealOut),
      handoff: z.nullable(z.object({ state: z.enum(['waiting', 'open']), expiresAt: TimestampOut })),
      history: z.array(z.object({ at: TimestampOut, type: z.enum(KYC_TYPES), status: Status })),
    }),
    refuses: [],
  },
  kycHandoff: {
    method: 'POST',
    path: '/kyc/handoff',
    summary: 'Begin to go on with the photos on another device; an earlier hand-off ends',
    access: 'user',
    needs: ['contacts'],
    throttle: 'codes',
    priority: 'reports',
    inDoubt: 'served',
    body: z.strictObject({}),
    result: z.object({ url: z.string(), qrText: z.string(), expiresAt: TimestampOut }),
    refuses: ['emailNotVerified', 'kycRequired'],
  },
  kycResume: {
    method: 'POST',
    path: '/kyc/handoff/open',
    summary: 'Open a hand-off, once: a bearer that uploads and reads the status, and nothing else',
    access: 'public',
    throttle: 'resetLink',
    priority: 'reports',
    body: z.strictObject({
      code: z.string('invalidToken').check(z.minLength(1, 'invalidToken'), z.maxLength(100, 'invalidToken')),
    }),
    /** Name and address are masked: enough for the owner to know themselves by. */
    result: z.object({ bearer: z.string(), expiresAt: TimestampOut, name: z.string(), email: z.string() }),
    refuses: ['invalidToken', 'tokenExpired', 'sessionClosed'],
  },
  endKycHandoff: {
    method: 'POST',
    path: '/kyc/handoff/end',
    summary: 'End the hand-off of this session at once',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    inDoubt: 'served',
    body: z.strictObject({}),
    result: z.object({ ended: z.boolean() }),
    refuses: [],
  },
  appealKyc: {
    method: 'POST',
    path: '/kyc/appeal',
    summary: 'Ask a person to look at a decision of the identity check again',
    access: 'user',
    throttle: 'notes',
    priority: 'reports',
    inDoubt: 'served',
    body: z.strictObject({ text: AppealIn }),
    result: z.object({ appealId: z.string(), state: z.enum(APPEAL_STATES) }),
    refuses: ['invalidDescription'],
  },
} as const satisfies Endpoints
