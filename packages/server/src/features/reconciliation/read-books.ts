/** Our side of a comparison: what the settlement account of a rail has in a period, by the names that its postings' keys carry. */
import type { AccountRef, Entry } from '@puente/ledger'
import { isHouse } from '@puente/ledger'
import type { Services } from '#platform/services.ts'
import type { ProvidedRail } from '#providers/types.ts'
import { FEE_KIND } from './book-fees.ts'
import type { Booked } from './reconciliation-rules.ts'

type Span = { from: Date; to: Date }

const PAGE = 500
const OWNERS_AT_A_TIME = 200

/** From the newest on, until before `from`. */
const entriesSince = async ({ ledger }: Pick<Services, 'ledger'>, ref: AccountRef, from: Date): Promise<Entry[]> => {
  const found: Entry[] = []
  let before: bigint | undefined
  for (;;) {
    const page = await ledger.history(ref, { ...(before !== undefined && { before }), limit: PAGE })
    found.push(...page.filter(({ at }) => at >= from))
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

/** Our side: what was booked in the span, one for each transfer, and the provider's fees since it began, by the names of their lines. */
export type Books = { booked: Booked[]; fees: Map<string, bigint> }

/**
 * What was booked on the rail. Keys are looked for among the people whose money it was and the `others` who are known by the
 * provider's objects: money of a sender may have gone to another person's wallet, or to suspense. A fee is booked after its line,
 * so those of the span's lines are all here.
 */
export const readBooks = async (
  services: Pick<Services, 'ledger'>,
  rail: ProvidedRail,
  { from, to }: Span,
  others: readonly string[],
): Promise<Books> => {
  const houses = services.ledger.houses(`settlement:${rail}`)
  const since: Entry[] = []
  for (const house of houses) since.push(...(await entriesSince(services, house, from)))
  const paid = since.filter(({ kind }) => kind === FEE_KIND)
  const entries = since.filter(({ kind, at }) => kind !== FEE_KIND && at < to)
  const transfers = new Map<string, Booked>()
  for (const { transferId, amountCents, at } of entries) {
    const before = transfers.get(transferId)?.amountCents ?? 0n
    // What lies at the provider is a negative balance here.
    transfers.set(transferId, { transferId, amountCents: before - amountCents, name: null, at })
  }
  const people = entries.map(({ counter }) => counter.ownerId).filter((ownerId) => !isHouse(ownerId))
  // What goes through suspense, and a fee, is posted under a key of the house itself.
  const owners = [...new Set([...people, ...others, ...houses.map(({ ownerId }) => ownerId)])]
  const names = await namesOf(services, owners, [...transfers.keys(), ...paid.map(({ transferId }) => transferId)])
  return {
    booked: [...transfers.values()]
      .filter(({ amountCents }) => amountCents !== 0n)
      .map((one) => ({ ...one, name: names.get(one.transferId) ?? null })),
    fees: new Map(paid.map(({ transferId, amountCents }) => [names.get(transferId) ?? transferId, amountCents])),
  }
}
