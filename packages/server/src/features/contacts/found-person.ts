import { fileId } from '@puente/contract'
import type { FoundPerson } from '@puente/contract'
import type { Person } from '#features/accounts/index.ts'

/** What a search shows of a person. */
export const foundPerson = ({ handle, fullName, imageFileId, isBusiness }: Person): FoundPerson => ({
  publicTransactionId: handle,
  fullName,
  image: imageFileId === null ? null : `/api/files/${fileId(imageFileId)}`,
  business: isBusiness,
})
