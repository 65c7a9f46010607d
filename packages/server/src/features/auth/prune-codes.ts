/** Takes away codes and links, with the addresses they went to, that have been over for a while; once a night, everybody's. */
import { eachDayBefore } from '#platform/db/each-day-before.ts'
import type { Services } from '#platform/services.ts'

const DAY_MS = 86_400_000
/** Until then a late visitor reads that it has run out. */
const CODES_KEPT_DAYS = 7
/** Longer than the longest life of a link, and those days after it. */
const LINKS_KEPT_DAYS = 15

const CODES = {
  oldest: 'select min(expires_at) as oldest from contact_codes where expires_at < $1',
  remove: ['delete from contact_codes where expires_at < $1'],
}
const LINKS = {
  oldest: 'select min(created_at) as oldest from link_tokens where created_at < $1',
  remove: ['delete from link_tokens where created_at < $1'],
}

export const pruneCodes = async ({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<void> => {
  const now = clock.now().getTime()
  await eachDayBefore(db.pool, new Date(now - CODES_KEPT_DAYS * DAY_MS), CODES)
  await eachDayBefore(db.pool, new Date(now - LINKS_KEPT_DAYS * DAY_MS), LINKS)
}
