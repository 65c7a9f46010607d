/**
 * Commands that wait to be posted, in order, and the owners whose rows running batches touch. A batch takes only commands
 * that share no owner with an undecided batch, so that batches do not wait for one another's locks while each occupies a
 * connection. A command that is passed over reserves its owners: no later command that shares one overtakes it. This is
 * only about latency; correctness rests on the row locks.
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
    /** Takes the next batch, in order; nothing when it would have fewer than `atLeast` commands. */
    take: (limit: number, atLeast: number): Waiting[] => {
      const { picked, left } = pick(limit)
      if (picked.length < atLeast) return []
      waiting = left
      for (const { owners } of picked) for (const owner of owners) busy.add(owner)
      return picked
    },
    /** Frees the owners of a batch. */
    release: (batch: readonly Waiting[]): void => {
      for (const { owners } of batch) for (const owner of owners) busy.delete(owner)
    },
  }
}
