/** Takes away what is long over of everybody's sessions, once a night. */
import type { Pool } from 'pg'

// The first session of a person stays, without where it came from: by it they show to have been here before.
const DELETE_SESSIONS = `
delete from sessions
 where absolute_expires_at < $1
   and exists (select 1 from sessions as earlier
                where earlier.owner_id = sessions.owner_id
                  and (earlier.created_at, earlier.session_id) < (sessions.created_at, sessions.session_id))`

const EMPTY_FIRST = `
update sessions
   set network = null, user_agent = null, browser = null, device = null, time_zone = null, language = null, resume = null
 where absolute_expires_at < $1 and network is not null`

const DELETE_TOKENS = 'delete from session_tokens where created_at < $1'

const DELETE_HANDOFFS = 'delete from session_handoffs where expires_at < $1'

/** Sessions that could not last beyond `before`, and cookies from before it. */
export const pruneSessions = async (pool: Pool, before: Date): Promise<void> => {
  for (const text of [DELETE_SESSIONS, EMPTY_FIRST, DELETE_TOKENS]) await pool.query(text, [before])
}

/** Hand-offs that were over before then. */
export const pruneHandoffs = async (pool: Pool, before: Date): Promise<void> => {
  await pool.query(DELETE_HANDOFFS, [before])
}
