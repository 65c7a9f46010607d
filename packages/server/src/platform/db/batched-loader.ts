/**
 * Look-ups of many callers in few statements, without a timer. The first one goes at once; those that come while it is
 * under way go together as soon as it is back. Nobody is answered from what was read before they asked: a look-up joins
 * only a statement that was not sent yet. Under load this is what keeps a process from sending a statement per look-up.
 */
/** Statements under way at a time for one kind of look-up, so that one that hangs does not hold up everybody. */
const LANES = 2
const MOST_TOGETHER = 200

type Gathering<Key, Value> = { keys: Map<string, Key>; found: Promise<Map<string, Value>> }

/** What somebody who comes now would find, from best to worst. */
const RANKS = { aboutToGo: 0, idle: 1, waiting: 2, busy: 3 } as const

const createLane = <Key, Value>(load: (keys: Key[]) => Promise<Map<string, Value>>) => {
  let before: Promise<unknown> = Promise.resolve()
  let underWay = 0
  let open: Gathering<Key, Value> | null = null

  const gather = (): Gathering<Key, Value> => {
    const keys = new Map<string, Key>()
    const go = async () => {
      if (open?.keys === keys) open = null
      underWay += 1
      try {
        return await load([...keys.values()])
      } finally {
        underWay -= 1
      }
    }
    const found = before.then(go)
    before = found.catch(() => {})
    return { keys, found }
  }

  return {
    rank: (): number => {
      if (open) return underWay === 0 ? RANKS.aboutToGo : RANKS.waiting
      return underWay === 0 ? RANKS.idle : RANKS.busy
    },
    find: async (id: string, key: Key): Promise<Value | null> => {
      if (open === null || open.keys.size >= MOST_TOGETHER) open = gather()
      open.keys.set(id, key)
      return (await open.found).get(id) ?? null
    },
  }
}

type Lane<Key, Value> = ReturnType<typeof createLane<Key, Value>>

/**
 * One look-up of a kind in what is asked, a database or a transaction. `load` answers for all keys it is given, by their ids; keys that it leaves out are answered with
 * null. When it fails, it fails for everybody who took part.
 */
export const batchedLoader = <Source extends object, Key, Value>(
  idOf: (key: Key) => string,
  load: (source: Source, keys: Key[]) => Promise<Map<string, Value>>,
): ((source: Source, key: Key) => Promise<Value | null>) => {
  const all = new WeakMap<Source, Lane<Key, Value>[]>()
  const lanesOf = (source: Source): Lane<Key, Value>[] => {
    const known = all.get(source)
    if (known) return known
    const lanes = Array.from({ length: LANES }, () => createLane((keys: Key[]) => load(source, keys)))
    all.set(source, lanes)
    return lanes
  }
  return (source, key) => {
    const lane = lanesOf(source).reduce((best, next) => (next.rank() < best.rank() ? next : best))
    return lane.find(idOf(key), key)
  }
}
