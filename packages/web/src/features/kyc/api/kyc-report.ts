import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { DocType } from '@puente/contract'
import { call } from '#lib/api/api.ts'
import { reloadMe } from '#lib/session/me.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { shrinkPhoto } from './shrink-photo.ts'

/** A slow network needs its time for a photo. */
const UPLOAD_TIMEOUT_MS = 120_000

/** Where the check stands, what is missing and why something was denied. */
export const reportQuery = queryOptions({ queryKey: queryKeys.kyc, queryFn: () => call('kycStatus') })

/** Reads everything again that a part handed in has changed, for the guards as well as for the screens. */
export const reloadKyc = async (client: QueryClient): Promise<void> => {
  await Promise.all([reloadMe(), client.invalidateQueries({ queryKey: queryKeys.kyc })])
}

export type Photo = { file: File } & (
  | { type: 'selfie' }
  | { type: 'selfieId'; docType: DocType; side: 'front' | 'back' }
)

/** Sends one photo, made smaller where that is worth it. */
export const uploadPhoto = async ({ file, ...fields }: Photo): Promise<void> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  // The file goes last: a server that reads as it receives knows what it is before the bytes come.
  form.append('file', await shrinkPhoto(file))
  await call('uploadKycPhoto', undefined, { form, timeoutMs: UPLOAD_TIMEOUT_MS })
}
