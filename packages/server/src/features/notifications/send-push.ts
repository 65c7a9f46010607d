/** A notification on the lock screen of one browser, by a job of its own: each is tried again without the others. */
import { type NoticeName, notificationId } from '@puente/contract'
import { findAccount, languageOfAccount } from '#features/accounts/index.ts'
import { standingsOf } from '#features/sessions/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import type { PushOut } from '#providers/push/port.ts'
import { createWebPush } from '#providers/push/web-push.ts'
import { briefText } from './brief-texts.ts'
import { isFixed } from './notice-rules.ts'
import { dropDevice, findDevice } from './notice-devices-store.ts'
import type { NoticeTold } from './notice.ts'
import { countUnread } from './notices-store.ts'
import { pathOfNotice } from './notice-path.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'notices.push': NoticeTold & { deviceHash: string }
  }
}

/** A service that is away is asked for about an hour; after that the list tells it. */
export const PUSH_ATTEMPTS = 9

class PushDelayed extends Error {
  override readonly name = 'PushDelayed'
}

const outlet = ({ config }: Pick<Services, 'config'>): PushOut =>
  config.push === 'off' ? { send: async () => ({ outcome: 'never', reason: 'off' }) } : createWebPush(config.push)

/** What the service worker is given: the sentence, where it leads, and the id that makes a repeat no second one. */
const payloadOf = async ({ db }: Pick<Services, 'db'>, told: NoticeTold, text: string): Promise<string> =>
  JSON.stringify({
    id: notificationId(told.noticeId),
    text,
    path: pathOfNotice(told.object),
    unread: await countUnread(db, told.ownerId),
  })

export const pushTasks = (services: Services, push: PushOut = outlet(services)) =>
  ({
    'notices.push': async (told) => {
      const { ownerId, deviceHash, noticeId, kind, variant } = told
      const [account, device] = await Promise.all([
        findAccount(services.db, services.keys, ownerId),
        findDevice(services.db, { ownerId, deviceHash }),
      ])
      if (!account || account.status === 'closed' || !device) return
      const drop = () => transaction(services.db, 'drop a device', (trx) => dropDevice(trx, device))
      const [standing] = await standingsOf(services, [device])
      if (standing === 'ended') return await drop()
      const text = briefText(languageOfAccount(account), `${kind}.${variant}` as NoticeName)
      if (text === null) return
      const message = {
        payload: await payloadOf(services, told, text),
        // A repeat takes the place of the one before, as long as that has not arrived.
        topic: noticeId.replaceAll('-', ''),
        urgency: isFixed(kind) ? 'high' : 'normal',
      } as const
      await services.failpoint('provider.before')
      const result = await push.send(device, message)
      await services.failpoint('provider.after')
      if (result.outcome === 'gone') return await drop()
      if (result.outcome === 'later') throw new PushDelayed(result.reason)
      if (result.outcome === 'never')
        services.log.error({ provider: 'push', reason: result.reason }, 'a push message was refused')
    },
  }) satisfies TaskHandlers
