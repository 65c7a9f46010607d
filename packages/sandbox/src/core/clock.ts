/**
 * The sandbox's own clock: wall time plus whatever tests have added. It dates objects and decides what falls due
 * (reviews, session expiry). Signatures and mail never use it: a receiver checks those against its own wall clock, and a
 * webhook signed a month ahead would be refused for the wrong reason.
 */
export type SandboxClock = {
  /** The sandbox's time. */
  now(): Date
  /** The same in whole seconds since 1970, as Stripe dates its objects. */
  unixSeconds(): number
  /** Runs `task` once the sandbox's time reaches `at`; the answer cancels it. */
  schedule(at: Date, task: () => void): () => void
  /** Moves time ahead and runs, in order and each at its own moment, everything that falls due on the way. */
  advance(seconds: number): void
  /** Back to wall time with nothing scheduled. */
  reset(): void
}

type Due = { at: number; task: () => void }

// setTimeout fires at once beyond this many milliseconds.
const longestTimerMs = 2 ** 31 - 1

/** @param wallMs the wall clock, in milliseconds since 1970 */
export const createClock = (wallMs: () => number = Date.now): SandboxClock => {
  let offsetMs = 0
  let due: Due[] = []
  let timer: NodeJS.Timeout | undefined

  const nowMs = () => wallMs() + offsetMs

  const runDue = (untilMs: number, beforeEach: (at: number) => void = () => {}) => {
    for (let next = earliest(); next && next.at <= untilMs; next = earliest()) {
      const { at, task } = next
      due = due.filter((entry) => entry !== next)
      beforeEach(at)
      task()
    }
  }

  const earliest = () =>
    due.reduce<Due | undefined>((first, entry) => (!first || entry.at < first.at ? entry : first), undefined)

  const arm = () => {
    clearTimeout(timer)
    const next = earliest()
    if (!next) return
    timer = setTimeout(
      () => {
        runDue(nowMs())
        arm()
      },
      Math.min(Math.max(next.at - nowMs(), 0), longestTimerMs),
    )
    timer.unref()
  }

  return {
    now: () => new Date(nowMs()),
    unixSeconds: () => Math.floor(nowMs() / 1000),
    schedule(at, task) {
      const entry = { at: at.getTime(), task }
      due.push(entry)
      arm()
      return () => {
        due = due.filter((other) => other !== entry)
        arm()
      }
    },
    advance(seconds) {
      const targetMs = nowMs() + seconds * 1000
      runDue(targetMs, (at) => {
        offsetMs = Math.max(offsetMs, at - wallMs())
      })
      offsetMs = targetMs - wallMs()
      arm()
    },
    reset() {
      clearTimeout(timer)
      due = []
      offsetMs = 0
    },
  }
}
