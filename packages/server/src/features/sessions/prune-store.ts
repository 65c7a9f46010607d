/** Takes away what is long over of everybody's sessions, once a night. */
import type { Pool } from 'pg'
import { eachDayBefore } from '#platform/db/each-day-before.ts'

// The first session of a person stays, without where it came from: by it they show to have been here before.
const SESSIONS = {
  oldest: `
select min(absolute_expires_at) as oldest from sessions where absolute_expires_at < $1 and network is not null`,
  remove: [
    `
delete from sessions
 where absolute_expires_at < $1 and network is not null
   and exists (select 1 from sessions as earlier
                where earlier.owner_id = sessions.owner_id
                  and (earlier.created_at, earlier.session_id) < (sessions.created_at, sessions.session_id))`,
    `
update sessions
   set network = null, user_agent = null, browser = null, device = null, time_zone = null, language = null, resume = null
 where absolute_expires_at < $1 and network is not null`,
  ],
}

const TOKENS = {
  oldest: 'select min(created_at) as oldest from session_tokens where created_at < $1',
  remove: ['delete from session_tokens where created_at < $1'],
}

const HANDOFFS = {
  oldest: 'select min(expires_at) as oldest from session_handoffs where expires_at < $1',
  remove: ['delete from session_handoffs where expires_at < $1'],
}

/** Sessions that could not last beyond `before`, and cookies from before it. */
export const pruneSessions = async (pool: Pool, before: Date): Promise<void> => {
  await eachDayBefore(pool, before, SESSIONS)
  await eachDayBefore(pool, before, TOKENS)
}

/** Hand-offs that were over before then. */
export const pruneHandoffs = (pool: Pool, before: Date): Promise<void> => eachDayBefore(pool, before, HANDOFFS)
