import { randomUUID } from 'node:crypto'
import type { World } from '../core/provider.ts'
import { randomWord } from '../core/random.ts'
import type { Certificate } from './certificate.ts'

/** The API's own prefix here. */
export const basePath = '/wire/paypal'

/** Ids look like PayPal's: seventeen capitals and digits. */
export const paypalId = () => randomWord(17).toUpperCase()

const oldMs = 5 * 24 * 3_600_000
const stamp = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`

type About = { type: string; resourceType: string; summary: string; resource: object; objectId: string }

/** The headers that vouch for a body, as one sent for the webhook of this account; spoiled where a fault asks for it. */
export const createSigner =
  ({ secrets, urls }: World, certificate: Certificate) =>
  (body: string, spoil?: string | null): Record<string, string> => {
    const id = randomUUID()
    const time = stamp(Date.now() - (spoil === 'staleTimestamp' ? oldMs : 0))
    const webhookId = spoil === 'badSignature' ? 'ANOTHERWEBHOOK' : secrets.paypalWebhookId
    return {
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': certificate.sign({ id, time, webhookId, body }),
      'paypal-cert-url': `${urls.public}${basePath}/v1/notifications/certs/${certificate.id()}`,
      'paypal-auth-algo': 'SHA256withRSA',
    }
  }

export type Sign = ReturnType<typeof createSigner>

/** Emits an event: signed, and delivered. */
export const createEmitter =
  (world: World, sign: Sign) =>
  ({ type, resourceType, summary, resource, objectId }: About): void => {
    const event = {
      id: `WH-${paypalId()}-${paypalId()}`,
      event_version: '1.0',
      create_time: world.clock.now().toISOString(),
      resource_type: resourceType,
      resource_version: '2.0',
      event_type: type,
      summary,
      resource,
      links: [],
    }
    world.webhooks.send({
      provider: 'paypal',
      type,
      objectId,
      url: `${world.urls.target}/hooks/paypal`,
      contentType: 'application/json',
      body: JSON.stringify(event),
      sign,
    })
  }

export type Emit = ReturnType<typeof createEmitter>
