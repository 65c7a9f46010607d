import { listSwitches } from '#features/content/index.ts'
import { isZelleFeedOld } from '#features/zelle/index.ts'
import type { Services } from '#platform/services.ts'
import { type ProvidedRail, ProviderError } from '#providers/types.ts'
import { breakerSwitch, switchByItself } from './switched-off.ts'

/** An object that no provider has: asking for it costs nothing, and any answer is one. */
const NOBODYS = 'probe'

/** How a provider is asked whether it is there; null where its own polling does that. */
const PROBES: Record<ProvidedRail, ((services: Services) => Promise<unknown>) | null> = {
  card: ({ card }) => card.fetch(`cs_${NOBODYS}`),
  paypal: ({ paypal }) => paypal.orders.fetch(NOBODYS),
  zelle: null,
  bank: null,
}

const isAnswer = async (probe: Promise<unknown>): Promise<boolean> =>
  probe.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ProviderError) return error.isAnswer
      throw error
    },
  )

/** Zelle is off while our bank's list is too old to find a payment in it, and on again once it was read. */
const watchZelleFeed = async (services: Services, isOff: boolean): Promise<void> => {
  const isOld = await isZelleFeedOld(services)
  if (isOld || isOff) await switchByItself(services, 'zelle', !isOld)
}

/** Asks the providers of the rails that switched themselves off; one that answers is on again, any other stays off for longer. */
export const probeRails = async (services: Services): Promise<void> => {
  const off = (await listSwitches(services.db, services.clock.now())).filter(({ isOn }) => !isOn)
  await watchZelleFeed(
    services,
    off.some(({ name }) => name === breakerSwitch('zelle')),
  )
  for (const rail of Object.keys(PROBES) as ProvidedRail[]) {
    const probe = PROBES[rail]
    if (probe === null || !off.some(({ name }) => name === breakerSwitch(rail))) continue
    await switchByItself(services, rail, await isAnswer(probe(services)))
  }
}
