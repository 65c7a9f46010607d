import { hasProved, readDevice } from '#platform/crypto/device-cookie.ts'
import type { LaneOf } from '#platform/http/throttle.ts'
import type { Services } from '#platform/services.ts'
import { findCredentials } from '#features/accounts/index.ts'

/**
 * The lane that a device cookie opens: of this browser and the account it proved last, or the one that is named. A proof
 * counts only while the account has the password that was proved, so an old cookie is worth nothing after a reset.
 */
export const deviceLane =
  ({ clock, db, keys }: Pick<Services, 'clock' | 'db' | 'keys'>): LaneOf =>
  async (cookie, of) => {
    const device = readDevice(keys, cookie)
    for (const { ownerId } of device?.proofs ?? []) {
      if (of !== undefined && of !== ownerId) continue
      const found = await findCredentials(db, ownerId)
      if (device && found && hasProved(device, ownerId, found.provedSince, clock.now()))
        return `${ownerId}:${device.id}`
    }
    return null
  }
