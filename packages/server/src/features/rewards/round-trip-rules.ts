/**
 * Money that comes back. Of what goes from one person to another, that part nets out which returns within seven days, at once or over
 * a third person. Each dollar that returns takes back one dollar that went, the newest first, and counts on neither way.
 */
export type Flow = { id: string; from: string; to: string; cents: bigint; at: Date }

export const ROUND_TRIP_MS = 7 * 86_400_000

const least = (...amounts: bigint[]): bigint => amounts.reduce((a, b) => (a < b ? a : b))

/** The most flows looked at: three people with a third of them each take millions of steps, and no more. */
export const MOST_NETTED = 600

const pairOf = (from: string, to: string): string => `${from}/${to}`

const put = <Value>(lists: Map<string, Value[]>, key: string, value: Value): void => {
  const known = lists.get(key)
  if (known) known.unshift(value)
  else lists.set(key, [value])
}

const earlier = (a: Flow, b: Flow): number => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1)

/** The flows to look at, in order: the newest of every pair of people before the second newest, so that one pair's many pennies hide no others. */
const lookedAt = (flows: readonly Flow[]): Flow[] => {
  const places = new Map<string, number>()
  const placed = flows
    .toSorted((a, b) => earlier(b, a))
    .map((flow) => {
      const pair = pairOf(flow.from, flow.to)
      const place = places.get(pair) ?? 0
      places.set(pair, place + 1)
      return { flow, place }
    })
  const nearest = placed.toSorted((a, b) => a.place - b.place || earlier(b.flow, a.flow)).slice(0, MOST_NETTED)
  return nearest.map(({ flow }) => flow).toSorted(earlier)
}

/** How much of each flow has come back or is itself money that comes back, by the id of the flow, in cents. */
export const nettedIn = (flows: readonly Flow[]): ReadonlyMap<string, bigint> => {
  const inOrder = lookedAt(flows)
  const left = new Map(inOrder.map(({ id, cents }) => [id, cents]))
  const leftOf = ({ id }: Flow): bigint => left.get(id) ?? 0n
  const takeFrom = (...some: Flow[]): void => {
    const cents = least(...some.map(leftOf))
    if (cents > 0n) for (const flow of some) left.set(flow.id, leftOf(flow) - cents)
  }
  // What went before, the newest first, by both people and by who got it.
  const byPair = new Map<string, Flow[]>()
  const byReceiver = new Map<string, Flow[]>()
  for (const back of inOrder) {
    const isRecent = ({ at }: Flow): boolean => back.at.getTime() - at.getTime() <= ROUND_TRIP_MS
    const counts = (flow: Flow): boolean => leftOf(flow) > 0n && isRecent(flow)
    for (const went of byPair.get(pairOf(back.to, back.from)) ?? []) if (counts(went)) takeFrom(went, back)
    // A went to B, B to C, and now C comes back to A.
    for (const second of byReceiver.get(back.from) ?? []) {
      if (leftOf(back) === 0n) break
      if (second.from === back.to || !counts(second)) continue
      for (const first of byPair.get(pairOf(back.to, second.from)) ?? [])
        if (first.at <= second.at && counts(first)) takeFrom(first, second, back)
    }
    put(byPair, pairOf(back.from, back.to), back)
    put(byReceiver, back.to, back)
  }
  return new Map(inOrder.map((flow) => [flow.id, flow.cents - leftOf(flow)]))
}
