/**
 * When a page reads what the live stream says has changed. Events that come together lead to one read; while they keep on
 * coming the pauses between two reads of the same thing grow, so that a busy account costs a few reads a minute and a quiet
 * one shows its money within moments. A hidden page waits until it is seen. Of several pages one reads and gives the others
 * what it found.
 */
import { clock } from '#lib/browser/clock.ts'

/** Long enough for all events of one moment to come in. */
const GATHER_MS = 150
/** Between two reads of the same thing. */
const SHORTEST_GAP_MS = 1_000
/** So many reads may follow one another before the gap grows: with each further one it doubles. */
const READS_IN_A_ROW = 5
const LONGEST_GAP_MS = 8_000
/** After so long without a read a row of reads has ended. */
const CALM_MS = 15_000
/** How long another page may take that has said that it reads. */
const PATIENCE_MS = 5_000

/** What pages say to each other: that a read has begun, and later what it found. `upTo` is the newest event it takes in. */
export type ReadNote<Read extends string> = { read: Read; upTo: number; found?: unknown }

export type LiveReadsOptions<Read extends string> = {
  /** Whether the page shows anything that the read brings; what is not shown costs no read. */
  isShown: (read: Read) => boolean
  /** Reads and shows. Answers what other pages can use, if anything; after a rejection it is tried again. */
  perform: (read: Read) => Promise<unknown>
  /** Shows what another page has found; false when this one has to read for itself. */
  take: (read: Read, found: unknown) => boolean
  tell: (note: ReadNote<Read>) => void
}

export type LiveReads<Read extends string> = {
  /** Something that the read brings has changed by this event. */
  want: (read: Read, upTo: number) => void
  hear: (note: ReadNote<Read>) => void
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

/** So that the pages of a browser, and of all people who hear of the same change, do not read in one instant. */
const jittered = (ms: number): number => ms + ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255) * GATHER_MS

export const createLiveReads = <Read extends string>({
  isShown,
  perform,
  take,
  tell,
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
      if (isShown(read)) tell({ read, upTo })
      const found = await perform(read)
      if (found !== undefined && !isStopped) tell({ read, upTo, found })
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
    hear: ({ read, upTo, found }) => {
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
