/**
 * When a page reads what the live stream reports as changed. Events that arrive together lead to one read; while they keep
 * coming the gap between two reads of the same data grows, so that a busy account costs a few reads a minute and a quiet one
 * shows its money within moments. A hidden page waits until it is visible. Of several pages one reads and shares the result.
 */
import { clock } from '#lib/browser/clock.ts'

/** Long enough for all events of one moment to come in. */
const GATHER_MS = 150
/** Between two reads of the same data. */
const SHORTEST_GAP_MS = 1_000
/** The number of reads in a row before the gap grows; each further one doubles it. */
const READS_IN_A_ROW = 5
const LONGEST_GAP_MS = 8_000
/** After this long without a read a row of reads has ended. */
const CALM_MS = 15_000
/** How long a page that announced a read may take before another one reads instead. */
const PATIENCE_MS = 5_000

/** What pages send each other: that a read has begun, and later its result. `upTo` is the newest event it covers. */
export type ReadNote<Read extends string> = { read: Read; upTo: number; found?: unknown }

export type LiveReadsOptions<Read extends string> = {
  /** Whether the page shows anything that the read brings; what is not shown costs no read. */
  isShown: (read: Read) => boolean
  /** Reads and shows. Resolves with what other pages can use, if anything; a rejection is retried. */
  perform: (read: Read) => Promise<unknown>
  /** Shows the result of another page; false when this one must read on its own. */
  take: (read: Read, found: unknown) => boolean
  announce: (note: ReadNote<Read>) => void
}

export type LiveReads<Read extends string> = {
  /** Something that the read brings has changed by this event. */
  want: (read: Read, upTo: number) => void
  receive: (note: ReadNote<Read>) => void
  stop: () => void
}

type Pace = {
  /** The newest event that asks for the read; null when none does. */
  upTo: number | null
  cancel: (() => void) | null
  isReading: boolean
  readAt: number
  inARow: number
}

const gapMs = ({ inARow }: Pace): number =>
  Math.min(SHORTEST_GAP_MS * 2 ** Math.max(0, inARow - READS_IN_A_ROW), LONGEST_GAP_MS)

/** Spreads the reads of all pages that learn of the same change. */
const jittered = (ms: number): number => ms + ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255) * GATHER_MS

export const createLiveReads = <Read extends string>({
  isShown,
  perform,
  take,
  announce,
}: LiveReadsOptions<Read>): LiveReads<Read> => {
  const paces = new Map<Read, Pace>()
  let isStopped = false

  const paceOf = (read: Read): Pace => {
    const known = paces.get(read)
    if (known) return known
    const pace: Pace = { upTo: null, cancel: null, isReading: false, readAt: -Infinity, inARow: 0 }
    paces.set(read, pace)
    return pace
  }
  const unplan = (pace: Pace): void => {
    pace.cancel?.()
    pace.cancel = null
  }
  const planIn = (ms: number, read: Read, pace: Pace): void => {
    pace.cancel = clock.after(ms, () => {
      pace.cancel = null
      void run(read, pace)
    })
  }
  const plan = (read: Read, pace: Pace): void => {
    if (isStopped || pace.upTo === null || pace.cancel || pace.isReading || document.hidden) return
    if (clock.now() - pace.readAt > CALM_MS) pace.inARow = 0
    planIn(jittered(Math.max(GATHER_MS, pace.readAt + gapMs(pace) - clock.now())), read, pace)
  }
  const run = async (read: Read, pace: Pace): Promise<void> => {
    const { upTo } = pace
    if (isStopped || upTo === null || document.hidden) return
    pace.upTo = null
    pace.isReading = true
    pace.readAt = clock.now()
    pace.inARow += 1
    try {
      if (isShown(read)) announce({ read, upTo })
      const found = await perform(read)
      if (found !== undefined && !isStopped) announce({ read, upTo, found })
    } catch {
      pace.upTo ??= upTo
    }
    pace.isReading = false
    plan(read, pace)
  }
  const onVisible = (): void => {
    for (const [read, pace] of paces) plan(read, pace)
  }
  document.addEventListener('visibilitychange', onVisible)

  return {
    want: (read, upTo) => {
      const pace = paceOf(read)
      pace.upTo = upTo
      plan(read, pace)
    },
    receive: ({ read, upTo, found }) => {
      const pace = paceOf(read)
      const isTakenIn = pace.upTo !== null && pace.upTo <= upTo
      if (found === undefined) {
        if (!isTakenIn || !pace.cancel) return
        unplan(pace)
        planIn(PATIENCE_MS, read, pace)
      } else if (!pace.isReading && take(read, found) && isTakenIn) {
        unplan(pace)
        pace.upTo = null
      }
    },
    stop: () => {
      isStopped = true
      document.removeEventListener('visibilitychange', onVisible)
      for (const pace of paces.values()) unplan(pace)
    },
  }
}
