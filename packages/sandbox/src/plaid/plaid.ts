import type { Provider, World } from '../core/provider.ts'
import type { Hosts } from '../http/page-forms.ts'
import { createLinkPart } from './link.ts'
import { createSigner } from './signature.ts'
import { registerPlaidWire } from './wire.ts'
import { createZellePart } from './zelle.ts'

/** Plaid: the feed of the product's own account with its bank at /bank, and the linking of people's accounts at /link. Another product of Plaid's joins by being named here. */
export const createPlaidProvider = (world: World, hosts: Hosts, zelleAddress = 'pay@puente.test'): Provider => {
  const signer = createSigner()
  /** Sends an event the way Plaid does, signed over its body. */
  const notify = (body: { webhook_type: string; webhook_code: string } & Record<string, unknown>, objectId: string) =>
    world.webhooks.send({
      provider: 'plaid',
      type: `${body.webhook_type}.${body.webhook_code}`,
      objectId,
      url: `${world.urls.target}/hooks/plaid`,
      contentType: 'application/json',
      body: JSON.stringify(body),
      sign: signer.headersFor,
    })
  const parts = [createZellePart(world, { hosts, notify, zelleAddress }), createLinkPart(world, { hosts, notify })]
  return {
    name: 'plaid',
    register(app) {
      registerPlaidWire(app, world, { signer, parts })
      for (const part of parts) part.register(app)
    },
    reset() {
      for (const part of parts) part.reset()
    },
  }
}
