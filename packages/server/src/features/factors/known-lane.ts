/**
 * Browsers that have passed a second factor of an account have budgets of their own, so that somebody who has the password, or
 * has stolen a session, cannot use up what the owner proves with. A lane comes of a right proof only, so that guessing opens none.
 */
import { hasPassedFactor, notePassedFactor } from '#features/sessions/index.ts'
import { readDevice } from '#platform/crypto/device-cookie.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'

type Browser = Pick<PublicCtx, 'clock' | 'deviceCookie' | 'keys'>

/** The person has just passed a factor in this browser; without a device cookie nothing is kept. */
export const keepKnownLane = async (
  { clock, deviceCookie, keys }: Browser,
  trx: Trx,
  ownerId: string,
): Promise<void> => {
  const device = readDevice(keys, deviceCookie)
  if (device) await notePassedFactor(trx, ownerId, device.id, clock.now())
}

/** What names this browser's lane among the person's; null while it has none. */
export const knownLaneOf = async (
  { db, deviceCookie, keys }: { db: Db } & Pick<PublicCtx, 'deviceCookie' | 'keys'>,
  ownerId: string,
): Promise<string | null> => {
  const device = readDevice(keys, deviceCookie)
  return device && (await hasPassedFactor(db, ownerId, device.id)) ? device.id : null
}
