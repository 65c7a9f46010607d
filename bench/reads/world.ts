/**
 * Wallets with a long history, written by arithmetic: everyone is funded once; then everyone sends to another person,
 * round after round, so that each account has one debit and one credit a round; then everyone pays one merchant, who
 * pays back in the next round. Numbers and balances follow from the round, so ten million entries pass the ledger's
 * check without being posted one by one.
 */
import type { Client } from 'pg'

export type World = {
  people: number
  /** Rounds in which everyone sends to another person: two entries for each account. */
  rounds: number
  /**
   * Payments of everyone to or from the merchant: this many entries for each account, times the people for the
   * merchant.
   */
  merchantRounds: number
}

export const entriesOf = ({ people, rounds, merchantRounds }: World): number =>
  2 * (people + 1) + 2 * people * rounds + 2 * people * merchantRounds

const FUNDS = 1_000_000
const HOUSE = `'00000000-0000-4000-8000-000000000000'::uuid`
const owner = (n: string) => `md5('account' || (${n}))::uuid`
/** Version 7 in form: the time in front, as the product's ids have it. */
const idAt = (at: string, n: string) =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(${n}), 15, '0'))::uuid`

/** What happened, one row per transfer: who paid whom, when, and how both accounts stood afterwards. */
const transfers = ({ people, rounds, merchantRounds }: World): string[] => [
  `create unlogged table transfers (id uuid, n bigint, at timestamptz, amount bigint, kind text,
     payer bigint, payer_seq bigint, payer_balance bigint, payee bigint, payee_seq bigint, payee_balance bigint)`,
  `insert into transfers
   select ${idAt('at', 'n')}, n, at, ${FUNDS}, 'bench.fund', -1, n + 1, -${FUNDS} * (n + 1), n, 1, ${FUNDS}
     from (select n, now() - interval '400 days' as at from generate_series(0::bigint, ${people}) as n) as funded`,
  `insert into transfers
   select ${idAt('at', `${people} + 1 + (k - 1) * ${people} + i`)}, k * ${people} + i, at, 100 + k, 'send.in-app',
          i, 2 * k, ${FUNDS} - 100 - k, (i + k) % ${people}, 2 * k + 1, ${FUNDS}
     from (select k, i, now() - interval '399 days' + k * interval '360 days' / ${rounds + 1} as at
             from generate_series(1::bigint, ${rounds}) as k, generate_series(0::bigint, ${people - 1}) as i) as sent`,
  // Odd rounds: everybody pays the merchant five cents; even rounds: the merchant pays them back.
  `insert into transfers
   select ${idAt('at', `${people} * ${rounds + 1} + 1 + (m - 1) * ${people} + i`)}, 0, at, 5, 'send.in-app',
          case when m % 2 = 1 then i else ${people} end,
          case when m % 2 = 1 then own_seq else merchant_seq end,
          case when m % 2 = 1 then ${FUNDS} - 5 else ${FUNDS} + 5 * (${people} - i - 1) end,
          case when m % 2 = 1 then ${people} else i end,
          case when m % 2 = 1 then merchant_seq else own_seq end,
          case when m % 2 = 1 then ${FUNDS} + 5 * (i + 1) else ${FUNDS} end
     from (select m, i, 2 * ${rounds} + 1 + m as own_seq, 1 + (m - 1) * ${people} + i + 1 as merchant_seq,
                  now() - interval '29 days' + ((m - 1) * ${people} + i) * (interval '29 days' / ${merchantRounds * people}) as at
             from generate_series(1::bigint, ${merchantRounds}) as m, generate_series(0::bigint, ${people - 1}) as i) as paid`,
]

const ownerOr = (n: string) => `case when ${n} = -1 then ${HOUSE} else ${owner(n)} end`
const accountOr = (n: string) => `case when ${n} = -1 then 'settlement:card' else 'wallet' end`

const ledgerRows: string[] = [
  `insert into entries (owner_id, account, seq, transfer_id, leg, amount_cents, balance_after_cents, counter_owner_id,
     counter_account, kind, created_at)
   select ${ownerOr('payer')}, ${accountOr('payer')}, payer_seq, id, 0, -amount, payer_balance, ${owner('payee')}, 'wallet', kind, at
     from transfers
   union all
   select ${owner('payee')}, 'wallet', payee_seq, id, 1, amount, payee_balance, ${ownerOr('payer')}, ${accountOr('payer')}, kind, at
     from transfers`,
  `insert into idempotency (owner_id, key, request_hash, status, transfer_id, created_at)
   select ${owner(`case when payer = -1 then payee else payer end`)}, id::text, 'bench', 'accepted', id, at from transfers`,
]

const accounts: string[] = [
  `insert into accounts (owner_id, account, currency, balance_cents, seq, floor_cents)
   select owner_id, account, 'USD', balance_after_cents, seq, case when account = 'wallet' then 0 end
     from (select distinct on (owner_id, account) owner_id, account, balance_after_cents, seq
             from entries order by owner_id, account, seq desc) as newest`,
  `insert into account_terms (owner_id, account, n, currency, floor_cents, status)
   select owner_id, account, 1, currency, floor_cents, status from accounts`,
]

/** What people see: a row for each side, with a note of three words, as people write them. */
const movementRows: string[] = [
  `create function note_of(n bigint) returns text language sql immutable as $$
     select (array['lunch','rent','coffee','gas','books','tickets','dinner','groceries','gift','bus'])[1 + n % 10] || ' ' ||
            (array['monday','tuesday','friday','june','july','march'])[1 + n / 10 % 6] || ' ' || n $$`,
  ...(['payer', 'payee'] as const).map((side) => {
    const other = side === 'payer' ? 'payee' : 'payer'
    const counterpart = (text: string) => `case when kind = 'send.in-app' then ${text} end`
    const name = `'Person ' || (${other} % 977) || ' Number ' || ${other}`
    return `insert into movements (owner_id, movement_id, type, state, method, direction, amount_cents, counterpart_id,
         counterpart_name, counterpart_handle, note, reference, balance_after_cents, entry_seq, transfer_id, timeline, details,
         search_text, created_at, paid_at)
       select ${owner(side)}, id,
              case when kind = 'bench.fund' then 'deposit' else '${side === 'payer' ? 'sent' : 'received'}' end,
              'COMPLETED', case when kind = 'bench.fund' then 'card' else 'wallet' end, ${side === 'payer' ? -1 : 1}, amount,
              ${counterpart(owner(other))}, ${counterpart(name)}, ${counterpart(`'person.' || ${other}`)},
              note_of(n), 'PU-' || upper(right(id::text, 8)), ${side}_balance, ${side}_seq, id,
              jsonb_build_array(jsonb_build_object('step', 'completed', 'at', at)), '{"purpose": "personal"}',
              lower(concat_ws(E'\\n', ${counterpart(name)}, ${counterpart(`'person.' || ${other}`)}, note_of(n), 'PU-' || upper(right(id::text, 8)))),
              at, at
         from transfers where ${side} <> -1`
  }),
]

const usageRows = ({ people }: World): string[] => [
  `insert into limit_usage (owner_id, at, movement_id, operations, amount_cents)
   select ${owner('payer')}, at, id, 'inApp,outgoing', amount from transfers
    where kind = 'send.in-app' and at > now() - interval '40 days'`,
  `insert into limit_buckets (owner_id, starts_at, operations, cents, oldest_at, newest_at)
   select owner_id, date_bin('15 minutes', at, 'epoch'), operations, sum(amount_cents), min(at), max(at)
     from limit_usage group by 1, 2, 3`,
  `insert into users (owner_id, email, password_hash, password_changed_at, full_name, handle, is_business, lang, tier,
     terms_version, referral_code)
   select ${owner('n')}, 'person' || n || '@example.com', 'none', now(), 'Person ' || (n % 977) || ' Number ' || n, 'person.' || n,
          false, 'en-US', 2, 'v1', 'REF' || n from generate_series(0::bigint, ${people}) as n`,
  `insert into directory (handle, owner_id, full_name, is_business, can_receive)
   select handle, owner_id, full_name, false, true from users`,
]

/** Keys and checks are taken away and made again around the writing: one sort instead of millions of look-ups. */
const constraintsOf = async (client: Client, tables: string[]) => {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
       from pg_constraint where conrelid = any($1::regclass[]) and contype in ('p', 'u')
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
       from pg_index where indrelid = any($1::regclass[])
        and indexrelid not in (select conindid from pg_constraint where conrelid = any($1::regclass[]))`,
    [tables],
  )
  return rows
}

/**
 * Fills an empty, migrated database; `client` is a superuser in it. `ledgerOnly` leaves out the rows that screens read.
 */
export const fillWorld = async (
  client: Client,
  world: World,
  tell: (line: string) => void,
  { ledgerOnly = false } = {},
): Promise<void> => {
  const run = async (what: string, statements: string[]) => {
    const began = performance.now()
    for (const text of statements) await client.query(text)
    tell(`  ${what}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  await client.query(`set maintenance_work_mem = '512MB'`)
  await client.query(`set work_mem = '256MB'`)
  const keys = await constraintsOf(client, ['entries', 'idempotency', 'movements', 'limit_usage'])
  await run(
    'keys taken away',
    keys.map(({ drop }) => drop),
  )
  await run('transfers', transfers(world))
  await run('entries and keys', ledgerRows)
  if (!ledgerOnly) {
    await run('movements', movementRows)
    await run('people and usage of limits', usageRows(world))
  }
  await run(
    'keys made again',
    keys.map(({ make }) => make),
  )
  await run('accounts', accounts)
  // Flushed before anything is measured, or a read would have to write out a dirty page first.
  await run('cleaned up', ['drop table transfers', 'vacuum analyze', 'checkpoint'])
}
