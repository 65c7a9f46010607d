import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { AddressDocType, CompanyDocType, IdDocType } from '@puente/contract'
import { call } from '#lib/api/api.ts'
import { reloadMe } from '#lib/session/me.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { shrinkPhoto } from '#shared/picture/shrink-photo.ts'

/** A photo may take long on a slow network. */
const UPLOAD_TIMEOUT_MS = 120_000

/** The state of the check, what is missing and why something was denied. */
export const reportQuery = queryOptions({ queryKey: queryKeys.kyc, queryFn: () => call('kycStatus') })

/** Reads again what a submitted part has changed, for the guards as well as for the screens. */
export const reloadKyc = async (client: QueryClient): Promise<void> => {
  await Promise.all([reloadMe(), client.invalidateQueries({ queryKey: queryKeys.kyc })])
}

export type Photo = { file: File } & (
  | { type: 'selfie' | 'video' }
  | { type: 'selfieId'; docType: IdDocType; side: 'front' | 'back' }
  | { type: 'invoice'; docType: AddressDocType | CompanyDocType }
)

/** Uploads one photo or video; photos are made smaller where that is worth it. `bearer` is that of a hand-off. */
export const uploadPhoto = async ({ file, ...fields }: Photo, bearer?: string): Promise<void> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  // The file goes last, so that a server that parses the stream knows the fields before the bytes.
  form.append('file', fields.type === 'video' ? file : await shrinkPhoto(file))
  await call('uploadKycPhoto', undefined, {
    form,
    timeoutMs: UPLOAD_TIMEOUT_MS,
    ...(bearer !== undefined && { ownBearer: bearer }),
  })
}
