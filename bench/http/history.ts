/** A past for everybody, so that a list of twenty is one: rows of two parties, written by arithmetic, that move no money. */
import type { Client, Pool } from 'pg'

const ROWS = 40

const WRITE = `
with people as (
  select owner_id, full_name, handle, row_number() over (order by owner_id) as n, count(*) over () as all_of_them from users
)
insert into movements (owner_id, movement_id, type, state, method, direction, amount_cents, counterpart_id, counterpart_name,
       counterpart_handle, note, reference, balance_after_cents, timeline, details, search_text, created_at, paid_at)
select own.owner_id, gen_random_uuid(), case when k % 2 = 0 then 'sent' else 'received' end, 'COMPLETED', 'wallet',
       case when k % 2 = 0 then -1 else 1 end, 100 + k, other.owner_id, other.full_name, other.handle, 'lunch on monday',
       'PU-' || lpad(k::text, 8, '2'), 1000000, jsonb_build_array(jsonb_build_object('step', 'completed', 'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))),
       '{"purpose": "personal"}', lower(concat_ws(E'\\n', other.full_name, other.handle, 'lunch on monday')), at, at
  from people as own
 cross join generate_series(1, ${ROWS}) as k
 cross join lateral (select date_trunc('milliseconds', now() - k * interval '1 day') as at) as moment
  join people as other on other.n = (own.n + k * 7) % own.all_of_them + 1`

/** @param superuser is connected to the database of the server under measurement */
export const writeHistory = async (superuser: Client | Pool): Promise<void> => {
  await superuser.query(WRITE)
}
