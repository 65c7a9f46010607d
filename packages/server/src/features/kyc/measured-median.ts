import type { Services } from '#platform/services.ts'
import { medianMinutes } from './median-rules.ts'
import { listReviewTimes } from './review-times-store.ts'

const MEASURED_MS = 30 * 86_400_000
/** The newest reviews; more would not move the median. */
const MOST = 1000
const FRESH_MS = 10 * 60_000

/** Measured at most every ten minutes per process: it is the same for everybody. */
const measured = new WeakMap<Services['db'], { at: Date; minutes: Promise<number | null> }>()

const measure = async ({ db }: Pick<Services, 'db'>, at: Date): Promise<number | null> =>
  medianMinutes(await listReviewTimes(db, new Date(at.getTime() - MEASURED_MS), MOST))

/** Half of the reviews of the last 30 days took no longer; null until there are enough. */
export const measuredMedian = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number | null> => {
  const at = clock.now()
  const known = measured.get(db)
  if (known && Math.abs(at.getTime() - known.at.getTime()) < FRESH_MS) return known.minutes
  const minutes = measure({ db }, at)
  measured.set(db, { at, minutes })
  minutes.catch(() => measured.delete(db))
  return minutes
}
