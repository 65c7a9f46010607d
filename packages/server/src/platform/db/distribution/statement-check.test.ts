import { expect, test } from 'vitest'
import type { Places } from './places.ts'
import { brokenRules, type Rule } from './statement-check.ts'

const places: Places = new Map([
  ['movements', 'owner'],
  ['accounts', 'owner'],
  ['claims', 'claim:claim'],
  ['fees', 'reference'],
])

/** Deliberate violations: every rule is awake. */
const refused: [Rule, string][] = [
  ['owner missing', 'select * from movements where movement_id = $1'],
  ['owner missing', 'select "movements".* from "movements" where "movement_id" = $1'],
  ['owner missing', 'update public.movements set note = $1'],
  ['owner missing', 'delete from movements where created_at < $1'],
  ['owner missing', 'insert into movements (movement_id) values ($1)'],
  ['owner missing', 'select 1 where exists (select from movements where movement_id = $1)'],
  ['owner missing', 'select a.* from accounts a join movements m on m.movement_id = a.account where a.owner_id = $1'],
  ['owner missing', 'select * from fees, movements where operation = $1'],
  ['owner missing', 'select * from accounts a join movements m on a.owner_id = m.owner_id'],
  ['owner missing', 'delete from movements m using accounts a where a.owner_id = m.owner_id'],
  ['owner missing', "select * from movements where note = 'owner_id = $1' -- owner_id = $1"],
  ['owner missing', 'select owner_id from movements order by owner_id'],
  ['owner missing', 'select * from claims where owner_id = $1'],
  ['locks across owners', 'select * from accounts where owner_id = any($1::uuid[]) for update'],
  ['locks across owners', 'select * from accounts where owner_id in ($1, $2) for no key update of accounts'],
  ['locks across owners', 'select a.* from w join accounts a on a.owner_id = w.owner_id for share'],
  [
    'join across owners',
    'select * from claims c join movements m on m.owner_id = c.owner_id where c.claim = $1 and m.owner_id = $2',
  ],
  ['aggregate across owners', 'select count(*) from movements where owner_id = any($1)'],
  ['aggregate across owners', 'select sum(amount_cents) from movements where owner_id = any($1) group by type'],
  ['clock across owners', 'select * from movements where owner_id = any($1) and created_at < now()'],
  ['clock across owners', 'select * from movements where owner_id in ($1, $2) and created_at < current_timestamp'],
  ['clock across owners', 'select * from movements where version < pg_snapshot_xmin(pg_current_snapshot())::text::int'],
  ['volatile in a change', 'update movements set created_at = clock_timestamp() where owner_id = $1'],
  ['volatile in a change', 'delete from movements where owner_id = $1 and random() < 0.5'],
  ['merge', 'merge into fees using movements on true when matched then delete'],
  ['advisory lock', 'select pg_advisory_xact_lock(1)'],
  ['advisory lock', 'select pg_try_advisory_lock($1)'],
  [
    'writing inside with',
    'with done as (update movements set note = $1 where owner_id = $2 returning *) select * from done',
  ],
  ['several statements', 'select 1; select 2'],
  ['lock timeout in a transaction', "set local lock_timeout = '1s'"],
]

test.each(refused)('%s: %s', (rule, text) => {
  expect(brokenRules(text, places)).toContain(rule)
})

test.each([
  'select * from movements where owner_id = $1 and created_at < now() order by created_at limit 20',
  'select count(*) from movements where owner_id = $1',
  'select owner_id, count(*) from movements where owner_id = any($1::uuid[]) group by owner_id',
  'select * from movements where (owner_id, movement_id) in (select * from unnest($1::uuid[], $2::uuid[]))',
  'select a.* from unnest($1::uuid[]) as w (owner_id) join accounts a on a.owner_id = w.owner_id',
  'select a.* from accounts a join movements m using (owner_id) where a.owner_id = $1',
  'select * from movements m where owner_id = $1 and exists (select from accounts a where a.owner_id = m.owner_id)',
  'select w.id, (select sum(cents) from movements m where m.owner_id = w.owner_id) from unnest($1::uuid[]) as w (owner_id)',
  'select * from accounts where owner_id = $1 for update',
  'select * from "accounts" where "owner_id" = $1 for no key update',
  'select * from claims where kind = $1 and claim = $2 for update',
  'insert into movements (owner_id, movement_id) values ($1, $2) on conflict (owner_id, movement_id) do update set note = excluded.note',
  'insert into accounts (owner_id) select owner_id from unnest($1::uuid[]) as w (owner_id)',
  'update movements set note = $1 where owner_id = $2 and movement_id = $3',
  'select * from fees where effective_from <= now()',
  'select accounts, movements from fees',
  'select 1;',
  "select ';' as text",
  'begin',
])('allowed: %s', (text) => {
  expect(brokenRules(text, places)).toEqual([])
})
