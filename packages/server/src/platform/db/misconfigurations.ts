/** Settings of the database that would break our promises, in words for the operator who starts the server. */
import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'

const CLOCK_TOLERANCE_MS = 2_000

type Facts = {
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  is_superuser: boolean
  owns_ledger: boolean
  may_rewrite: boolean
  now: Date
}

const ASK = `
select current_setting('fsync') as fsync,
       current_setting('full_page_writes') as full_page_writes,
       current_setting('synchronous_commit') as synchronous_commit,
       (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
       (select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = 'public.entries'::regclass) as owns_ledger,
       has_table_privilege('entries', 'update') or has_table_privilege('entries', 'delete') as may_rewrite,
       clock_timestamp() as now`

/** Empty when all is well. Production does not start with any of these; elsewhere they are worth a warning. */
export const databaseMisconfigurations = async (db: Database, clock: Clock): Promise<string[]> => {
  const sent = Date.now()
  const { rows } = await db.pool.query<Facts>(ASK)
  const [facts] = rows
  if (!facts) return ['the database does not describe itself']
  const realNow = clock.now().getTime() - clock.offsetMs()
  const driftMs = Math.max(0, Math.abs(facts.now.getTime() - realNow) - (Date.now() - sent))
  const found: [boolean, string][] = [
    [facts.fsync !== 'on', 'fsync is off: a power cut would lose acknowledged payments'],
    [facts.full_page_writes !== 'on', 'full_page_writes is off: a power cut could damage pages'],
    [facts.synchronous_commit === 'off', 'synchronous_commit is off: a crash would lose acknowledged payments'],
    [facts.is_superuser, 'DATABASE_URL: the role is a superuser; it must be one that only serves'],
    [facts.owns_ledger, 'DATABASE_URL: the role owns the ledger and could rewrite it'],
    [facts.may_rewrite, 'DATABASE_URL: the role may change or delete entries, which are append-only'],
    [driftMs > CLOCK_TOLERANCE_MS, `the clocks of server and database differ by ${driftMs} ms`],
  ]
  return found.flatMap(([isTrouble, text]) => (isTrouble ? [text] : []))
}
