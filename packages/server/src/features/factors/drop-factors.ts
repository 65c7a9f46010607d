import type { Trx } from '#platform/db/database.ts'
import { deletePasskeys } from './passkeys-store.ts'
import { replaceRecoveryCodes } from './recovery-codes-store.ts'
import { deleteBrowsers } from './remembered-browsers-store.ts'
import { deleteApp } from './totp-store.ts'

/** Removes every factor and remembered browser of an account that goes back from a stranger to its owner, or is closed. */
export const dropFactors = async (trx: Trx, ownerId: string, at: Date): Promise<void> => {
  await deletePasskeys(trx, ownerId)
  await deleteApp(trx, ownerId)
  await replaceRecoveryCodes(trx, ownerId, [], at)
  await deleteBrowsers(trx, ownerId)
}
