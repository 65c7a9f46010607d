/**
 * The button that mail programs show beside a mail (RFC 8058): a POST to the mail's own address switches mail about its kind off,
 * without signing in. A GET changes nothing, since programs that look for harm follow every link: it leads to the settings.
 */
import type { FastifyInstance } from 'fastify'
import { findAccount, lockAccount, readUnsubscribe, UNSUBSCRIBE_PATH, updateAccount } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { networkOf } from '#platform/http/requests.ts'
import type { Services } from '#platform/services.ts'
import { isFixed, switchedAfter } from './notice-rules.ts'

const BODY_LIMIT_BYTES = 1_024

type Asked = NonNullable<ReturnType<typeof readUnsubscribe>>

const switchOff = async (
  services: Services,
  { ownerId, kind }: Asked,
  entry: { network: string; requestId: string },
) => {
  if (isFixed(kind) || !(await findAccount(services.db, services.keys, ownerId))) return
  await transaction(services.db, 'unsubscribe from mail', async (trx) => {
    const { noticesSwitched: before } = await lockAccount(trx, services.keys, ownerId)
    const noticesSwitched = switchedAfter(before, [{ kind, channel: 'email', on: false }])
    if (JSON.stringify(noticesSwitched) === JSON.stringify(before)) return
    await updateAccount(services, trx, ownerId, { noticesSwitched }, ['notifications'])
    await audit(trx, {
      actor: { kind: 'anonymous' },
      action: 'notice-preferences.changed',
      object: { type: 'account', id: ownerId },
      result: 'done',
      ...entry,
      details: { kinds: kind, by: 'mail' },
    })
  })
}

export const unsubscribeRoute =
  (services: Services) =>
  async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES }, async () => null)
    app.get(UNSUBSCRIBE_PATH, { exposeHeadRoute: false, config: { rateLimit: false } }, async (_request, reply) =>
      reply.header('cache-control', 'no-store').redirect(`${services.config.publicUrl}/settings/notifications`, 303),
    )
    app.post(
      UNSUBSCRIBE_PATH,
      {
        bodyLimit: BODY_LIMIT_BYTES,
        config: { rateLimit: false },
        onRequest: async (request) => services.strikes.refuseSpent('forgedHook', networkOf(request.ip)),
      },
      async (request, reply) => {
        const { t: token } = request.query as { t?: unknown }
        const asked = typeof token === 'string' ? readUnsubscribe(services, token) : null
        const network = networkOf(request.ip)
        if (!asked) {
          services.strikes.add('forgedHook', network)
          throw new Refusal('invalidRequest', { field: 't' })
        }
        await switchOff(services, asked, { network, requestId: request.id })
        return reply.code(200).send({ data: {} })
      },
    )
  }
