import type { Handlers } from '#platform/http/ctx.ts'
import { readFile } from './read-file.ts'
import { readKycStatus } from './read-status.ts'
import { uploadKycPhoto } from './upload-kyc-photo.ts'

export const kycRoutes = { uploadKycPhoto, kycStatus: readKycStatus, readFile } satisfies Partial<Handlers>
