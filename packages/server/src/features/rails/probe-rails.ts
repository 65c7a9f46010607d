import { listSwitches } from '#features/content/index.ts'
import { askFeed, isZelleFeedOld } from '#features/zelle/index.ts'
import type { Services } from '#platform/services.ts'
import { type ProvidedRail, ProviderError } from '#providers/types.ts'
import { breakerSwitch, switchByItself } from './switched-off.ts'

/** An object that no provider has: asking for it costs nothing, and any answer is one. */
const UNKNOWN = 'probe'

/** How a provider is asked whether it is there. A bank that takes files has nothing that could switch it off: its rail is on at once. */
const PROBES: Record<ProvidedRail, (services: Services) => Promise<unknown>> = {
  card: ({ card }) => card.fetch(`cs_${UNKNOWN}`),
  paypal: ({ paypal }) => paypal.orders.fetch(UNKNOWN),
  zelle: askFeed,
  bank: ({ payouts }) => payouts.bank.fetch(`ach_transfer_${UNKNOWN}`),
}

const isAnswer = async (probe: Promise<unknown>): Promise<boolean> =>
  probe.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ProviderError) return error.isAnswer
      throw error
    },
  )

/**
 * Asks the providers of the rails that switched themselves off; one that answers is on again, any other stays off for longer. Zelle
 * is also off while our bank's list is too old to find a payment in it, whatever the provider answers now.
 */
export const probeRails = async (services: Services): Promise<void> => {
  const off = new Set(
    (await listSwitches(services.db, services.clock.now())).flatMap(({ name, isOn }) => (isOn ? [] : [name])),
  )
  const isFeedOld = await isZelleFeedOld(services)
  for (const rail of Object.keys(PROBES) as ProvidedRail[]) {
    if (rail === 'zelle' && isFeedOld) await switchByItself(services, rail, false)
    else if (off.has(breakerSwitch(rail))) await switchByItself(services, rail, await isAnswer(PROBES[rail](services)))
  }
}
