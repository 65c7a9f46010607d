import * as z from 'zod/mini'
import { type Endpoints, file } from '../endpoint.ts'
import { TimestampOut } from '../fields.ts'

export const KYC_STATUSES = ['neverRequested', 'requested', 'inReview', 'Approved', 'Denied', 'Expired'] as const
export type KycStatus = (typeof KYC_STATUSES)[number]

/** What can be uploaded; each has one status. */
export const KYC_TYPES = ['selfieId', 'selfie', 'invoice', 'video'] as const
export type KycType = (typeof KYC_TYPES)[number]

/** The uploads of tier 1; proof of address and video belong to tier 2. */
export const TIER1_TYPES = ['selfieId', 'selfie'] as const satisfies readonly KycType[]

export const DOC_TYPES = ['passport', 'driverLicense', 'stateId', 'residencePermit'] as const
export type DocType = (typeof DOC_TYPES)[number]

export const KYC_REASONS = ['blurry', 'expired', 'mismatch', 'unsupported', 'underage', 'other'] as const
export type KycReason = (typeof KYC_REASONS)[number]

/** The first size that is refused. */
export const KYC_IMAGE_LIMIT_BYTES = 8_388_608

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

export const kyc = {
  uploadKycPhoto: {
    method: 'POST',
    path: '/clients/KYC/uploadPhotos',
    summary: 'Hand in one photo of the identity check',
    access: 'user',
    needs: ['contacts'],
    throttle: 'uploads',
    priority: 'reports',
    multipart: {
      file: 'file',
      maxBytes: KYC_IMAGE_LIMIT_BYTES,
      fields: z.strictObject({
        type: z.enum(TIER1_TYPES, 'invalidType'),
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
    throttle: 'read',
    priority: 'lists',
    result: z.extend(KycOut, {
      reasons: z.array(z.object({ type: z.enum(KYC_TYPES), code: z.enum(KYC_REASONS) })),
      missing: z.array(z.enum(['nameBirth', ...TIER1_TYPES])),
      triesLeft: z.int(),
      submittedAt: z.nullable(TimestampOut),
      expectedBy: z.nullable(TimestampOut),
      history: z.array(z.object({ at: TimestampOut, type: z.enum(KYC_TYPES), status: Status })),
    }),
    refuses: [],
  },
  readFile: {
    method: 'GET',
    path: '/files/{id}',
    summary: 'An image the caller may see',
    access: 'user',
    throttle: 'read',
    priority: 'reports',
    background: true,
    params: z.strictObject({ id: z.string('notFound').check(z.regex(/^fil_[0-9a-f]{32}$/, 'notFound')) }),
    result: file('image/jpeg', 'image/png', 'image/webp'),
    refuses: ['notFound'],
  },
} as const satisfies Endpoints
