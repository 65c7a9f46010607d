/**
 * What waits to be posted, in order, and whose rows are being written. A batch takes only commands that share no owner
 * with a batch under way, so that batches do not wait for one another in the database, with a connection each doing
 * nothing. A command that is passed over keeps its owners for itself: nobody who came later and shares one overtakes it.
 * All this is about time alone; what keeps batches apart is the row locks.
 */
type Item = { owners: readonly string[] }

export const createQueue = <Waiting extends Item>() => {
  let waiting: Waiting[] = []
  const busy = new Set<string>()

  const pick = (limit: number): { picked: Waiting[]; left: Waiting[] } => {
    if (busy.size === 0) return { picked: waiting.slice(0, limit), left: waiting.slice(limit) }
    const blocked = new Set(busy)
    const [picked, left]: [Waiting[], Waiting[]] = [[], []]
    for (const one of waiting) {
      const isFree = picked.length < limit && !one.owners.some((owner) => blocked.has(owner))
      if (isFree) picked.push(one)
      else {
        left.push(one)
        for (const owner of one.owners) blocked.add(owner)
      }
    }
    return { picked, left }
  }

  return {
    size: () => waiting.length,
    add: (one: Waiting): void => {
      waiting.push(one)
    },
    remove: (one: Waiting): void => {
      waiting = waiting.filter((other) => other !== one)
    },
    /** The next batch, in order; empty, with everything left where it is, when it would have fewer than `atLeast`. */
    take: (limit: number, atLeast: number): Waiting[] => {
      const { picked, left } = pick(limit)
      if (picked.length < atLeast) return []
      waiting = left
      for (const { owners } of picked) for (const owner of owners) busy.add(owner)
      return picked
    },
    /** The batch has ended; its owners are free again. */
    release: (batch: readonly Waiting[]): void => {
      for (const { owners } of batch) for (const owner of owners) busy.delete(owner)
    },
  }
}
