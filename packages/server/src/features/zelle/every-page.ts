/** How many credits, or pairs, are read at a time. */
export const AT_A_TIME = 200

/**
 * Works through a whole list, a page at a time, so that what cannot be settled never keeps what follows it from its turn. What `work`
 * takes off the list meanwhile does not move the rest: a page begins after the last item of the page before.
 * @param read at most `AT_A_TIME` items in a fixed order, from behind `last`; from the beginning when it is null
 */
export const everyPage = async <T>(
  read: (last: T | null) => Promise<T[]>,
  work: (page: readonly T[]) => Promise<void>,
): Promise<void> => {
  let last: T | null = null
  for (;;) {
    const page: T[] = await read(last)
    await work(page)
    if (page.length < AT_A_TIME) return
    last = page.at(-1) ?? null
  }
}

/** Below every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'
