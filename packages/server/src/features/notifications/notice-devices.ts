/** The browsers that a person is told in: kept when they ask for it, and dropped when their session is ended on purpose. */
import type { Input } from '@puente/contract'
import { standingsOf } from '#features/sessions/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import { isPushEndpoint, pushAddress } from '#providers/push/endpoint-rules.ts'
import { deviceHashOf, dropDevice, keepDevice, listDevices, listStaleDevices } from './notice-devices-store.ts'

/** More than the browsers that one person uses; the one that was used longest ago makes room. */
const MOST_DEVICES = 10
const DAY_MS = 86_400_000
/** A browser that was not opened for so long is told nothing. */
const KEPT_DAYS = 60
const PRUNED_AT_A_TIME = 500

const entryOf = ({ user, network, requestId }: UserCtx, action: `${string}.${string}`) =>
  ({
    actor: { kind: 'user', id: user.id, sessionId: user.sessionId },
    action,
    result: 'done',
    network,
    requestId,
  }) as const

/**
 * Notifies this browser as well from now on. Refuses with `serviceUnavailable` if push is off, and with `invalidRequest`
 * an address that belongs to no service we know, or to another person's browser with other keys.
 */
export const subscribePush = async (ctx: UserCtx, { subscription }: Input<'subscribePush'>) => {
  const { push } = ctx.config
  if (push === 'off') throw new Refusal('serviceUnavailable')
  const { keys } = subscription
  if (!isPushEndpoint(subscription.endpoint, push)) throw new Refusal('invalidRequest', { field: 'endpoint' })
  const endpoint = pushAddress(subscription.endpoint)
  const { id: ownerId, sessionId } = ctx.user
  await transaction(ctx.db, 'subscribe to push', async (trx) => {
    const before = await listDevices(trx, [ownerId])
    const deviceHash = deviceHashOf(endpoint)
    const isNew = !before.some((one) => one.deviceHash === deviceHash)
    const isKept = await keepDevice(trx, { ownerId, sessionId, endpoint, ...keys }, ctx.clock.now())
    if (!isKept) throw new Refusal('invalidRequest', { field: 'endpoint' })
    for (const old of isNew ? before.slice(MOST_DEVICES - 1) : []) await dropDevice(trx, old)
    if (isNew) await audit(trx, entryOf(ctx, 'push.subscribed'))
  })
  return {}
}

/** Tells this browser nothing more. */
export const unsubscribePush = async (ctx: UserCtx, { endpoint }: Input<'unsubscribePush'>) => {
  await transaction(ctx.db, 'unsubscribe from push', async (trx) => {
    await dropDevice(trx, { ownerId: ctx.user.id, deviceHash: deviceHashOf(pushAddress(endpoint)) })
    await audit(trx, entryOf(ctx, 'push.unsubscribed'))
  })
  return {}
}

/**
 * After something that may have been somebody else: only browsers with a session that is open stay. One whose session was merely
 * over by the clock could be the phone that is lost.
 */
export const dropIdleDevices = async (services: Pick<Services, 'db'>, ownerId: string): Promise<void> => {
  const devices = await listDevices(services.db, [ownerId])
  const standings = await standingsOf(services, devices)
  for (const [at, device] of devices.entries())
    if (standings[at] !== 'open') await transaction(services.db, 'drop a device', (trx) => dropDevice(trx, device))
}

/** Forgets browsers that nobody uses any more. */
export const pruneDevices = async ({ db, clock }: Pick<Services, 'clock' | 'db'>): Promise<void> => {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)
  for (;;) {
    const stale = await listStaleDevices(db, before, PRUNED_AT_A_TIME)
    for (const device of stale) await transaction(db, 'drop a device', (trx) => dropDevice(trx, device))
    if (stale.length < PRUNED_AT_A_TIME) return
  }
}
