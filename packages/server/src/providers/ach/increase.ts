import { brand } from '@puente/contract'
import type Increase from 'increase'
import type { PayoutCallOptions, PayoutRequest, PayoutSnapshot } from '../payout-port.ts'
import type { ReportLine, ReportPeriod, ReportSource } from '../report.ts'
import { textAt } from '../fields.ts'
import { toldEvent } from '../told-event.ts'
import { BadSignature, type ProviderEvent } from '../types.ts'
import { isMissing, isTooLate, madeUnderKey, toProviderError } from './increase-errors.ts'
import { snapshotOf } from './increase-snapshot.ts'
import type { AchDestination, AchRail } from './port.ts'
import type { IncreaseSettings } from './settings.ts'

/** Far below the SDK's own minute. */
const TIMEOUT_MS = 12_000
const REPORT_TIMEOUT_MS = 60_000
/** As much as an entry of the network holds. */
const NAME_LENGTH = 22
const COMPANY_NAME = brand.appName.toUpperCase().slice(0, 16)

type Settings = IncreaseSettings & { url: string }

/** All of it is said here: the SDK would read what is left out from variables of its own. */
const connect = async ({ url, apiKey, webhookSecrets }: Settings): Promise<Increase> => {
  const { default: IncreaseClient } = await import('increase')
  return new IncreaseClient({
    apiKey,
    baseURL: url,
    webhookSecret: webhookSecrets[0] ?? null,
    timeout: TIMEOUT_MS,
    maxRetries: 0,
    logLevel: 'off',
    fetchOptions: { redirect: 'error' },
  })
}

/** The provider's own defaults are another class of entry, and the same day. */
const paramsOf = (
  { accountId }: Settings,
  { amountCents, destination }: PayoutRequest<AchDestination>,
): Increase.ACHTransferCreateParams => ({
  account_id: accountId,
  amount: Number(amountCents),
  statement_descriptor: brand.appName,
  company_name: COMPANY_NAME,
  individual_name: destination.name.slice(0, NAME_LENGTH),
  account_number: destination.accountNumber,
  routing_number: destination.routingNumber,
  funding: destination.funding,
  destination_account_holder: destination.holder,
  standard_entry_class_code:
    destination.holder === 'business' ? 'corporate_credit_or_debit' : 'prearranged_payments_and_deposit',
  preferred_effective_date: { settlement_schedule: 'future_dated' },
  require_approval: false,
})

/** How our own money comes from a provider, or goes to one; that it is ours is for two operators to say. */
const OWN_TRANSFERS: ReadonlySet<Increase.Transaction['source']['category']> = new Set([
  'account_transfer_intention',
  'inbound_ach_transfer',
  'inbound_wire_transfer',
])

const lineOf = ({ id, amount, created_at, source }: Increase.Transaction): ReportLine => {
  const line = { ref: null, amountCents: BigInt(amount), feeCents: 0n, at: new Date(created_at) }
  const { ach_transfer_intention: sent, ach_transfer_return: returned, category } = source
  if (category === 'ach_transfer_intention' && sent) return { ...line, objectId: sent.transfer_id, kind: 'payout' }
  if (category === 'ach_transfer_return' && returned) return { ...line, objectId: returned.transfer_id, kind: 'return' }
  if (category === 'fee_payment') return { ...line, objectId: id, kind: 'fee' }
  return { ...line, objectId: id, kind: OWN_TRANSFERS.has(category) ? 'transfer' : 'unrecognised' }
}

/** Withdrawals by Increase. The SDK is loaded with the first call. */
export const createIncrease = (settings: Settings): AchRail & ReportSource => {
  let connected: Promise<Increase> | null = null
  const client = (): Promise<Increase> => (connected ??= connect(settings))

  const call = async <T>(work: (increase: Increase) => Promise<T>): Promise<T> => {
    try {
      return await work(await client())
    } catch (error) {
      throw toProviderError(error)
    }
  }
  const within = ({ timeoutMs = TIMEOUT_MS }: PayoutCallOptions = {}) => ({ timeout: Math.ceil(timeoutMs) })

  const retrieve = async (increase: Increase, id: string, options?: PayoutCallOptions): Promise<PayoutSnapshot> =>
    snapshotOf(await increase.achTransfers.retrieve(id, within(options)))

  const eventOf = (increase: Increase, raw: Buffer, headers: Record<string, string>): unknown => {
    for (const key of settings.webhookSecrets) {
      try {
        // Without the headers the SDK parses and verifies nothing.
        return increase.events.unwrap(raw.toString('utf8'), { headers, key })
      } catch {
        continue
      }
    }
    throw new BadSignature('increase')
  }

  return {
    send: (request, options) =>
      call(async (increase) => {
        const asked = { ...within(options), idempotencyKey: request.ref }
        try {
          return snapshotOf(await increase.achTransfers.create(paramsOf(settings, request), asked))
        } catch (error) {
          const made = madeUnderKey(error)
          // Made under our key with other words: it is compared with what was asked for, like any other.
          if (made !== null) return retrieve(increase, made, options)
          throw error
        }
      }),
    fetch: (objectId, options) =>
      call((increase) =>
        retrieve(increase, objectId, options).catch((error: unknown) => {
          if (isMissing(error)) return null
          throw error
        }),
      ),
    findByRef: ({ ref }, options) =>
      call(async (increase) => {
        const { data } = await increase.achTransfers.list({ idempotency_key: ref, limit: 1 }, within(options))
        const [found] = data
        return found ? snapshotOf(found) : null
      }),
    cancel: (providerId, _ref, options) =>
      call(async (increase) => {
        try {
          await increase.achTransfers.cancel(providerId, within(options))
          return true
        } catch (error) {
          if (isTooLate(error)) return false
          throw error
        }
      }),
    lookupRouting: (routingNumber, options) =>
      call(async (increase) => {
        const { data } = await increase.routingNumbers.list({ routing_number: routingNumber }, within(options))
        const [bank] = data
        return bank ? { bank: bank.name, takesAch: bank.ach_transfers === 'supported' } : null
      }),
    report: ({ from, to }: ReportPeriod) =>
      call(async (increase) => {
        const lines: ReportLine[] = []
        const query = {
          account_id: settings.accountId,
          created_at: { on_or_after: from.toISOString(), before: to.toISOString() },
        }
        for await (const line of increase.transactions.list(query, { timeout: REPORT_TIMEOUT_MS }))
          lines.push(lineOf(line))
        return lines
      }),
    verify: async (headers, raw): Promise<ProviderEvent[]> => {
      const event = eventOf(await client(), raw, Object.fromEntries(headers))
      if (textAt(event, 'associated_object_type') !== 'ach_transfer') return []
      return toldEvent('increase', {
        eventId: textAt(event, 'id'),
        objectId: textAt(event, 'associated_object_id'),
        type: textAt(event, 'category'),
        occurredAt: new Date(textAt(event, 'created_at') ?? ''),
      })
    },
  }
}
