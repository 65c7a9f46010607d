/** Our side of a comparison: what the settlement account of a rail has in a period, by the names that its postings' keys carry. */
import type { AccountRef, Entry } from '@puente/ledger'
import { isHouse } from '@puente/ledger'
import type { Services } from '#platform/services.ts'
import type { ProvidedRail } from '#providers/types.ts'
import type { Booked } from './reconciliation-rules.ts'

type Span = { from: Date; to: Date }

const PAGE = 500
const OWNERS_AT_A_TIME = 200

/** From the newest on, until before the span. */
const entriesOf = async (
  { ledger }: Pick<Services, 'ledger'>,
  ref: AccountRef,
  { from, to }: Span,
): Promise<Entry[]> => {
  const found: Entry[] = []
  let before: bigint | undefined
  for (;;) {
    const page = await ledger.history(ref, { ...(before !== undefined && { before }), limit: PAGE })
    found.push(...page.filter(({ at }) => at >= from && at < to))
    const oldest = page.at(-1)
    if (!oldest || page.length < PAGE || oldest.at < from) return found
    before = oldest.seq
  }
}

/** What a key ends in; those of the product are filled up with points. */
const nameOf = (key: string): string | null => key.replace(/\.+$/, '').split(':').at(-1) ?? null

const namesOf = async (
  { ledger }: Pick<Services, 'ledger'>,
  ownerIds: readonly string[],
  transferIds: readonly string[],
): Promise<Map<string, string | null>> => {
  const names = new Map<string, string | null>()
  for (let at = 0; at < ownerIds.length; at += OWNERS_AT_A_TIME)
    for (const { transferId, key } of await ledger.keysOf(ownerIds.slice(at, at + OWNERS_AT_A_TIME), transferIds))
      names.set(transferId, nameOf(key))
  return names
}

/**
 * What was booked on the rail, one for each transfer. Keys are looked for among the people whose money it was and the `others` who
 * are known by the provider's objects: money of a sender may have gone to somebody else's wallet, or to suspense.
 */
export const readBooks = async (
  services: Pick<Services, 'ledger'>,
  rail: ProvidedRail,
  span: Span,
  others: readonly string[],
): Promise<Booked[]> => {
  const entries: Entry[] = []
  for (const house of services.ledger.houses(`settlement:${rail}`))
    entries.push(...(await entriesOf(services, house, span)))
  const transfers = new Map<string, Booked>()
  for (const { transferId, amountCents, at } of entries) {
    const before = transfers.get(transferId)?.amountCents ?? 0n
    // What lies at the provider is a negative balance here.
    transfers.set(transferId, { transferId, amountCents: before - amountCents, name: null, at })
  }
  const people = entries.map(({ counter }) => counter.ownerId).filter((ownerId) => !isHouse(ownerId))
  // What goes through suspense is posted under a key of the house itself.
  const houses = services.ledger.houses(`settlement:${rail}`).map(({ ownerId }) => ownerId)
  const names = await namesOf(services, [...new Set([...people, ...others, ...houses])], [...transfers.keys()])
  return [...transfers.values()]
    .filter(({ amountCents }) => amountCents !== 0n)
    .map((one) => ({ ...one, name: names.get(one.transferId) ?? null }))
}
