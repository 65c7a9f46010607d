/**
 * Many concurrent lookups of single rows in few statements, without a timer. The first one is sent at once; those that come
 * while it runs are sent together when it is back. A lookup only joins a statement that has not been sent yet, so it never
 * gets what was read before it was made. Under load this keeps a process from sending a statement per lookup.
 */
/** Statements of one kind that may run at a time, so that one that hangs does not delay every lookup. */
const CONCURRENCY = 2
const MAX_KEYS = 200

type Batch<Key, Value> = { keys: Map<string, Key>; found: Promise<Map<string, Value>> }

/** How soon a lookup made now would be answered, from best to worst. */
const RANKS = { aboutToSend: 0, idle: 1, waiting: 2, busy: 3 } as const

const createSender = <Key, Value>(load: (keys: Key[]) => Promise<Map<string, Value>>) => {
  let previous: Promise<unknown> = Promise.resolve()
  let running = 0
  let open: Batch<Key, Value> | null = null

  const openBatch = (): Batch<Key, Value> => {
    const keys = new Map<string, Key>()
    const send = async () => {
      if (open?.keys === keys) open = null
      running += 1
      try {
        return await load([...keys.values()])
      } finally {
        running -= 1
      }
    }
    const found = previous.then(send)
    previous = found.catch(() => {})
    return { keys, found }
  }

  return {
    rank: (): number => {
      if (open) return running === 0 ? RANKS.aboutToSend : RANKS.waiting
      return running === 0 ? RANKS.idle : RANKS.busy
    },
    find: async (id: string, key: Key): Promise<Value | null> => {
      if (open === null || open.keys.size >= MAX_KEYS) open = openBatch()
      open.keys.set(id, key)
      return (await open.found).get(id) ?? null
    },
  }
}

type Sender<Key, Value> = ReturnType<typeof createSender<Key, Value>>

/**
 * A lookup of one value in a source, which is a database or a transaction; null for a key that `load` leaves out.
 * @param load loads the values of many keys, by id; if it fails, it fails for every lookup in that statement
 */
export const batchedLoader = <Source extends object, Key, Value>(
  idOf: (key: Key) => string,
  load: (source: Source, keys: Key[]) => Promise<Map<string, Value>>,
): ((source: Source, key: Key) => Promise<Value | null>) => {
  const bySource = new WeakMap<Source, Sender<Key, Value>[]>()
  const sendersOf = (source: Source): Sender<Key, Value>[] => {
    const known = bySource.get(source)
    if (known) return known
    const senders = Array.from({ length: CONCURRENCY }, () => createSender((keys: Key[]) => load(source, keys)))
    bySource.set(source, senders)
    return senders
  }
  return (source, key) => {
    const sender = sendersOf(source).reduce((best, next) => (next.rank() < best.rank() ? next : best))
    return sender.find(idOf(key), key)
  }
}
