/** Everything the sandbox remembers has a bound, so that a soak test of days cannot fill its memory. */
export const defaultBound = 5000

/** A map that forgets its oldest entry beyond `bound`. */
export const createBoundedMap = <T>(bound = defaultBound) => {
  const entries = new Map<string, T>()
  return {
    get: (key: string) => entries.get(key),
    set(key: string, value: T) {
      entries.set(key, value)
      for (const oldest of entries.keys()) {
        if (entries.size <= bound) break
        entries.delete(oldest)
      }
    },
    /** Newest first. */
    newest: () => [...entries.values()].toReversed(),
    find: (wanted: (value: T) => boolean) => [...entries.values()].findLast(wanted),
    delete: (key: string) => entries.delete(key),
    clear: () => entries.clear(),
  }
}
