import type { Handlers } from '#platform/http/ctx.ts'
import { appealDecision } from './appeal-decision.ts'
import { endHandoff } from './end-handoff.ts'
import { readKycStatus } from './read-status.ts'
import { resumeHandoff } from './resume-handoff.ts'
import { startHandoff } from './start-handoff.ts'
import { uploadKycPhoto } from './upload-kyc-photo.ts'

export const kycRoutes = {
  uploadKycPhoto,
  kycStatus: readKycStatus,
  kycHandoff: startHandoff,
  kycResume: resumeHandoff,
  endKycHandoff: endHandoff,
  appealKyc: appealDecision,
} satisfies Partial<Handlers>
