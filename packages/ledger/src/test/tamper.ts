/** Tampers with rows as a superuser could, one random change at a time. */
import type { Pool } from 'pg'

/** A table to tamper with, and the columns in which a change matters. */
export type Target = {
  table: string
  /** Names the row as reports do. */
  nameOf: (row: Record<string, string>) => string
  /** An SQL expression for another value, by column. */
  columns: Record<string, string>
  /** Whether rows are removed as well. */
  deletes: boolean
}

const another = {
  number: (column: string) => `${column} + 1 + floor(random() * 1000)::int`,
  uuid: () => 'gen_random_uuid()',
  text: (column: string) => `${column} || 'x'`,
  time: (column: string) => `${column} + interval '1 microsecond'`,
}

export const ENTRIES: Target = {
  table: 'entries',
  nameOf: ({ owner_id, account, seq }) => `${owner_id}/${account}/${seq}`,
  columns: {
    amount_cents: another.number('amount_cents'),
    balance_after_cents: another.number('balance_after_cents'),
    transfer_id: another.uuid(),
    leg: '(leg + 50)::smallint',
    counter_owner_id: another.uuid(),
    counter_account: another.text('counter_account'),
    kind: another.text('kind'),
    reverses: another.uuid(),
    created_at: another.time('created_at'),
    // Beyond every existing number.
    seq: 'seq + 1000000',
    owner_id: another.uuid(),
  },
  deletes: true,
}

export const ACCOUNTS: Target = {
  table: 'accounts',
  nameOf: ({ owner_id, account }) => `${owner_id}/${account}`,
  columns: {
    balance_cents: another.number('balance_cents'),
    held_cents: 'held_cents + 1',
    seq: another.number('seq'),
    currency: "'EUR'",
    floor_cents: 'coalesce(floor_cents, 0) - 1000000000000000',
    status: "case status when 'open' then 'frozen' else 'open' end",
    owner_id: another.uuid(),
  },
  deletes: true,
}

export const TERMS: Target = {
  table: 'account_terms',
  nameOf: ({ owner_id, n }) => `terms ${owner_id}/${n}`,
  columns: {
    currency: "'EUR'",
    floor_cents: 'coalesce(floor_cents, 0) - 1000000000000000',
    status: "case status when 'open' then 'frozen' else 'open' end",
    at: another.time('at'),
    n: 'n + 1000',
    transaction_number: 'transaction_number + 1',
    owner_id: another.uuid(),
  },
  deletes: true,
}

export const BATCHES: Target = {
  table: 'batches',
  nameOf: ({ transaction_number }) => `batch ${transaction_number}`,
  columns: {
    at: another.time('at'),
    owner_ids: 'array_append(owner_ids[2:], gen_random_uuid())',
    seqs_before: 'array_append(seqs_before[2:], seqs_before[1] + 5)',
  },
  deletes: true,
}

/** The server's audit trail, for a database that has one. */
export const AUDIT_LOG: Target = {
  table: 'audit_log',
  nameOf: ({ id }) => `audit ${id}`,
  columns: {
    at: another.time('at'),
    actor_kind: "case actor_kind when 'system' then 'user' else 'system' end",
    actor_id: "coalesce(actor_id, '') || 'x'",
    action: another.text('action'),
    object_id: "coalesce(object_id, '') || 'x'",
    result: another.text('result'),
    transaction_number: 'transaction_number + 1',
    id: another.uuid(),
  },
  deletes: true,
}

/** A table of seals. */
export const sealsOf = (table: string): Target => ({
  table,
  nameOf: ({ n }) => `seal ${n}`,
  columns: {
    first: 'first - 1',
    last: 'last + 1',
    count: 'count + 1',
    previous_hash: 'sha256(previous_hash)',
    rows_hash: 'sha256(rows_hash)',
    leaves: "leaves || '\\x00'::bytea",
    hash: 'sha256(hash)',
    n: 'n + 1000000',
  },
  deletes: true,
})

export type TamperedRow = { what: string; name: string; undo: () => Promise<void> }

const pick = <Item>(items: Item[], random: () => number): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('there is nothing to choose from')
  return item
}

/** All rows as text, in a fixed order, so that a seed picks the same one again. */
const readRows = async (admin: Pool, table: string): Promise<{ ctid: string; row: Record<string, string> }[]> => {
  const { rows } = await admin.query<{ ctid: string; row: Record<string, string> }>(
    `select ctid::text, (select json_object_agg(key, value) from json_each_text(to_json(t))) as row
     from ${table} as t order by ctid`,
  )
  return rows
}

/**
 * Changes or removes one random row, bypassing rights and CHECKs, and can undo it.
 * @param admin as superuser
 */
export const tamper = async (admin: Pool, targets: Target[], random: () => number): Promise<TamperedRow> => {
  const target = pick(targets, random)
  const { table } = target
  const { ctid, row } = pick(await readRows(admin, table), random)
  const put = `insert into ${table} select * from json_populate_record(null::${table}, $1::json)`
  const { rows: kept } = await admin.query<{ whole: string }>(
    `select to_json(t)::text as whole from ${table} as t where ctid = $1::tid`,
    [ctid],
  )
  const whole = kept[0]?.whole
  const name = target.nameOf(row)
  if (target.deletes && random() < 0.25) {
    await admin.query(`delete from ${table} where ctid = $1::tid`, [ctid])
    return { what: `delete from ${table}`, name, undo: async () => void (await admin.query(put, [whole])) }
  }
  const [column, value] = pick(Object.entries(target.columns), random)
  const { rows: moved } = await admin.query<{ ctid: string }>(
    `update ${table} set ${column} = ${value} where ctid = $1::tid returning ctid::text`,
    [ctid],
  )
  return {
    what: `update ${table} set ${column}`,
    name,
    undo: async () => {
      await admin.query(`delete from ${table} where ctid = $1::tid`, [moved[0]?.ctid])
      await admin.query(put, [whole])
    },
  }
}
