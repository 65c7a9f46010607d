import type { Factor } from '@puente/contract'
import type { Db } from '#platform/db/database.ts'
import { countPasskeys } from './passkeys-store.ts'
import { countRecoveryCodes } from './recovery-codes-store.ts'
import { findTotpSince } from './totp-store.ts'

/** What a person has enrolled beside password and phone; of recovery codes how many are unused, null when none were made. */
export type Enrolled = { passkeys: number; totpSince: Date | null; recoveryCodesLeft: number | null }

export const enrolledOf = async (db: Db, ownerId: string): Promise<Enrolled> => {
  // One after another: inside a transaction there is one connection.
  const passkeys = await countPasskeys(db, ownerId)
  const totpSince = await findTotpSince(db, ownerId)
  return { passkeys, totpSince, recoveryCodesLeft: await countRecoveryCodes(db, ownerId) }
}

/** Whether the person has enrolled a factor themselves. */
export const isEnrolled = async (db: Db, ownerId: string): Promise<boolean> => {
  const { passkeys, totpSince } = await enrolledOf(db, ownerId)
  return passkeys > 0 || totpSince !== null
}

/** What the person can prove with of that, the best first. Recovery codes are worth nothing without what they recover. */
export const listEnrolled = async (db: Db, ownerId: string): Promise<Factor[]> => {
  const { passkeys, totpSince, recoveryCodesLeft } = await enrolledOf(db, ownerId)
  if (passkeys === 0 && totpSince === null) return []
  return [
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(totpSince === null ? [] : (['totp'] as const)),
    ...((recoveryCodesLeft ?? 0) > 0 ? (['recoveryCode'] as const) : []),
  ]
}
