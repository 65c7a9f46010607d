/**
 * Money that comes back. Of what goes from one person to another, that part nets out which returns within seven days, at once or over
 * a third person. Each dollar that returns takes back one dollar that went, the newest first, and counts on neither way.
 */
export type Flow = { id: string; from: string; to: string; cents: bigint; at: Date }

export const ROUND_TRIP_MS = 7 * 86_400_000

const least = (...amounts: bigint[]): bigint => amounts.reduce((a, b) => (a < b ? a : b))

/** How much of each flow has come back or is itself money that comes back, by the id of the flow, in cents. */
export const nettedIn = (flows: readonly Flow[]): ReadonlyMap<string, bigint> => {
  const inOrder = flows.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
  const left = new Map(inOrder.map(({ id, cents }) => [id, cents]))
  const leftOf = ({ id }: Flow): bigint => left.get(id) ?? 0n
  const takeFrom = (cents: bigint, ...some: Flow[]): void => {
    for (const flow of some) left.set(flow.id, leftOf(flow) - cents)
  }
  inOrder.forEach((back, n) => {
    const earlier = inOrder.slice(0, n).filter(({ at }) => back.at.getTime() - at.getTime() <= ROUND_TRIP_MS)
    const newestFirst = earlier.toReversed()
    for (const went of newestFirst)
      if (went.from === back.to && went.to === back.from) takeFrom(least(leftOf(went), leftOf(back)), went, back)
    // A went to B, B to C, and now C comes back to A.
    for (const second of newestFirst) {
      if (second.to !== back.from || second.from === back.to) continue
      for (const first of newestFirst)
        if (first.from === back.to && first.to === second.from && first.at <= second.at)
          takeFrom(least(leftOf(first), leftOf(second), leftOf(back)), first, second, back)
    }
  })
  return new Map(inOrder.map((flow) => [flow.id, flow.cents - leftOf(flow)]))
}
