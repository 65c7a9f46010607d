/**
 * Money that goes to a PayPal account: a batch of one item for each withdrawal. The batch's own id is what keeps it from being
 * made twice, for thirty days; there is no look-up by it but to ask again and read the refusal. The item says what became of
 * the money, never the batch.
 */
import type { Language } from '@puente/contract'
import { brand } from '@puente/contract'
import type { PayoutCallOptions, PayoutRail, PayoutRequest, PayoutSnapshot } from '../payout-port.ts'
import { ProviderError, type WebhookSource } from '../types.ts'
import { decimalOf } from './amounts.ts'
import type { PaypalClient } from './client.ts'
import { PaypalRefusal } from './errors.ts'
import { textAt } from '../fields.ts'
import { batchSnapshotOf, itemIdOf, itemSnapshotOf } from './payout-snapshot.ts'

/** Whom PayPal pays: the account of an address, or whoever makes one for it. */
export type PaypalDestination = {
  email: string
  /** Of the message that PayPal sends along. */
  language: Language
}

const SUBJECT: Record<Language, string> = {
  en: `You have money from ${brand.appName}`,
  es: `Tienes dinero de ${brand.appName}`,
  ko: `${brand.appName}에서 보낸 돈이 도착했어요`,
}

type Request = PayoutRequest<PaypalDestination>

const bodyOf = ({ ref, amountCents, destination: { email, language } }: Request) => ({
  sender_batch_header: { sender_batch_id: ref, email_subject: SUBJECT[language] },
  items: [
    {
      recipient_type: 'EMAIL',
      receiver: email,
      amount: { currency: 'USD', value: decimalOf(amountCents) },
      sender_item_id: ref,
    },
  ],
})

const refusalIn = (error: unknown): PaypalRefusal | null =>
  error instanceof ProviderError && error.cause instanceof PaypalRefusal ? error.cause : null

const isMissing = (error: unknown): boolean => refusalIn(error)?.status === 404

/** The batch id is taken: there is such a payout already. */
const isDuplicate = ({ status, fields }: PaypalRefusal): boolean =>
  status === 400 && fields.some((field) => /sender_batch_id/i.test(field))

/** The batch that the refusal names; old reports have seen it without any. */
const duplicateOf = ({ links }: PaypalRefusal): string | null =>
  /\/payouts\/([\w-]+)$/.exec([...links.values()].find((href) => /\/payouts\/[\w-]+$/.test(href)) ?? '')?.[1] ?? null

const takenOf = ({ ref, amountCents }: Request, batchId: string, raw: string): PayoutSnapshot => ({
  providerId: batchId,
  otherIds: [],
  ref,
  outcome: 'accepted',
  amountCents,
  currency: 'usd',
  returnId: batchId,
  reason: null,
  returnsAt: null,
  raw,
})

export const createPaypalPayouts = ({ call }: PaypalClient, events: WebhookSource): PayoutRail<PaypalDestination> => {
  const read = async (path: `/v1/${string}`, { timeoutMs }: PayoutCallOptions = {}): Promise<unknown> => {
    try {
      return (await call({ method: 'GET', path, timeoutMs })).body
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
  const readBatch = (id: string, options?: PayoutCallOptions) =>
    read(`/v1/payments/payouts/${encodeURIComponent(id)}`, options)
  const readItem = (id: string, options?: PayoutCallOptions) =>
    read(`/v1/payments/payouts-item/${encodeURIComponent(id)}`, options)

  const fetch: PayoutRail['fetch'] = async (objectId, options) => {
    const batch = await readBatch(objectId, options)
    if (batch !== null) return batchSnapshotOf(batch)
    const item = await readItem(objectId, options)
    return item === null ? null : itemSnapshotOf(item)
  }

  /** The payout, whether this request made it or an earlier one did; null when PayPal does not say which one that is. */
  const makeOrFind = async (request: Request, options: PayoutCallOptions = {}): Promise<PayoutSnapshot | null> => {
    try {
      const { timeoutMs } = options
      const path = '/v1/payments/payouts'
      const { body } = await call({ method: 'POST', path, body: bodyOf(request), requestId: request.ref, timeoutMs })
      const batchId = textAt(body, 'batch_header', 'payout_batch_id')
      if (batchId === null) throw new ProviderError('unknownOutcome', 'PayPal gave a payout no id')
      return takenOf(request, batchId, textAt(body, 'batch_header', 'batch_status') ?? '')
    } catch (error) {
      const refusal = refusalIn(error)
      if (!refusal || !isDuplicate(refusal)) throw error
      const batchId = duplicateOf(refusal)
      return batchId === null ? null : fetch(batchId, options)
    }
  }

  return {
    send: async (request, options) => {
      const made = await makeOrFind(request, options)
      if (!made) throw new ProviderError('unknownOutcome', 'PayPal has this payout, and does not say which it is')
      return made
    },
    fetch,
    findByRef: async (request, options) => (await makeOrFind(request, options)) ?? 'cannotTell',
    cancel: async (batchId, _ref, options = {}) => {
      const itemId = itemIdOf(await readBatch(batchId, options))
      if (itemId === null) return false
      try {
        const path = `/v1/payments/payouts-item/${encodeURIComponent(itemId)}/cancel` as const
        await call({ method: 'POST', path, timeoutMs: options.timeoutMs })
        return true
      } catch (error) {
        if (error instanceof ProviderError && error.kind === 'invalid') return false
        throw error
      }
    },
    verify: (headers, raw) => events.verify(headers, raw),
  }
}
