/**
 * Everything that is kept about one person, as they may see it: read by their id from the tables of all slices, so that a new
 * table is missed in one place only. Of the people they dealt with it has what their screens show, and of those who are gone nothing.
 */
import type { Json } from '@puente/ledger'
import { dollars } from '#platform/csv.ts'
import type { Account } from '#features/accounts/index.ts'
import type { Db } from '#platform/db/database.ts'

type Row = Record<string, unknown>
/** Of what others may have handed in, a person sees what came after they took the account back. */
type Owner = Pick<Account, 'id' | 'reclaimedAt'>

export const listSessions = (db: Db, ownerId: string): Promise<Row[]> =>
  db
    .selectFrom('sessions')
    .select([
      'created_at',
      'last_seen_at',
      'closed_at',
      'close_reason',
      'factor',
      'browser',
      'device',
      'time_zone',
      'language',
    ])
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .execute()

/** How the person comes in, and from which browsers without a second factor; no secret of any. */
export const listWaysIn = async (db: Db, ownerId: string): Promise<Row[]> => {
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['name', 'created_at as since', 'last_used_at as last_used'])
    .where('owner_id', '=', ownerId)
    .execute()
  const apps = await db
    .selectFrom('authenticator_apps')
    .select('enrolled_at as since')
    .where('owner_id', '=', ownerId)
    .where('enrolled_at', 'is not', null)
    .execute()
  const services = await db
    .selectFrom('social_identities')
    .select(['provider', 'email as name', 'linked_at as since', 'last_used_at as last_used'])
    .where('owner_id', '=', ownerId)
    .execute()
  const browsers = await db
    .selectFrom('remembered_browsers')
    .select(['browser', 'device', 'remembered_at as since', 'last_used_at as last_used'])
    .where('owner_id', '=', ownerId)
    .execute()
  return [
    ...passkeys.map((row) => ({ kind: 'passkey', ...row })),
    ...apps.map(({ since }) => ({ kind: 'authenticator app', name: null, since, last_used: null })),
    ...services.map(({ provider, ...row }) => ({ kind: provider, ...row })),
    ...browsers.map(({ browser, device, ...row }) => ({
      kind: 'remembered browser',
      name: [browser, device].filter((part) => part !== null).join(', '),
      ...row,
    })),
  ]
}

export const listSecurityEvents = (db: Db, ownerId: string): Promise<Row[]> =>
  db
    .selectFrom('security_events')
    .select(['at', 'event', 'times', 'browser', 'device', 'time_zone', 'language'])
    .where('owner_id', '=', ownerId)
    .orderBy('at')
    .execute()

export const listNotifications = (db: Db, ownerId: string): Promise<Row[]> =>
  db
    .selectFrom('notifications')
    .select(['created_at', 'read_at', 'kind', 'variant', 'object_type', 'object_id'])
    .where('owner_id', '=', ownerId)
    .orderBy('notification_id')
    .execute()

export const listRewards = async (db: Db, ownerId: string): Promise<Row[]> => {
  const rows = await db
    .selectFrom('rewards')
    .select([
      'earned_at',
      'paid_at',
      'rule',
      'amount_cents',
      'is_doubled',
      'state',
      'reason',
      'paid_cents',
      'taken_cents',
    ])
    .where('owner_id', '=', ownerId)
    .orderBy('earned_at')
    .execute()
  return rows.map(({ amount_cents: amount, paid_cents: paid, taken_cents: taken, ...row }) => ({
    ...row,
    amount: dollars(amount),
    paid: dollars(paid),
    taken: dollars(taken),
    currency: 'USD',
  }))
}

/** What friends did is theirs: of them only what it came to is here. */
export const listRewardFacts = async (db: Db, ownerId: string): Promise<Row[]> => {
  const rows = await db
    .selectFrom('reward_facts')
    .select(['at', 'rule', 'amount_cents', 'state', 'reason'])
    .where('owner_id', '=', ownerId)
    .where('rule', 'not in', ['referralBonus', 'feeShare'])
    .orderBy('at')
    .execute()
  return rows.map(({ amount_cents: amount, ...row }) => ({
    ...row,
    amount: amount === null ? null : dollars(amount),
    currency: 'USD',
  }))
}

export const listAcceptances = (db: Db, ownerId: string): Promise<Row[]> =>
  db
    .selectFrom('terms_acceptances')
    .select(['version', 'lang', 'accepted_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('accepted_at')
    .execute()

export const listAccesses = (db: Db, ownerId: string): Promise<Row[]> =>
  db
    .selectFrom('access_log')
    .select(['at', 'role', 'what', 'why', 'reference'])
    .where('owner_id', '=', ownerId)
    .orderBy('access_id')
    .execute()

export const listIdentityHistory = (db: Db, { id, reclaimedAt }: Owner): Promise<Row[]> =>
  db
    .selectFrom('kyc_history')
    .select(['at', 'type', 'status', 'reason'])
    .where('owner_id', '=', id)
    .$if(reclaimedAt !== null, (all) => all.where('at', '>', reclaimedAt))
    .orderBy('history_id')
    .execute()

/** What keeps the account frozen, by `cause`; `public_reason` if an operator did it. */
export const listFreezes = (db: Db, ownerId: string): Promise<Row[]> =>
  db
    .selectFrom('account_freezes')
    .select(['frozen_at', 'cause', 'public_reason'])
    .where('owner_id', '=', ownerId)
    .orderBy('frozen_at')
    .execute()

/** What the person owes for money that went back. */
export const listDebts = async (db: Db, ownerId: string): Promise<Row[]> => {
  const rows = await db
    .selectFrom('debts')
    .select(['changed_at', 'owed_cents'])
    .where('owner_id', '=', ownerId)
    .where('owed_cents', '>', 0n)
    .execute()
  return rows.map(({ owed_cents: owed, ...row }) => ({ ...row, owed: dollars(owed), currency: 'USD' }))
}

/** Since when browsers get notices on their lock screen, and when each last renewed that. */
export const listPushBrowsers = (db: Db, ownerId: string): Promise<Row[]> =>
  db
    .selectFrom('push_subscriptions')
    .select(['created_at', 'renewed_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .execute()

/** Below which balance the person wants to be told, in dollars; null until they chose one. */
export const findBalanceThreshold = async (db: Db, ownerId: string): Promise<string | null> => {
  const wish = db.selectFrom('balance_notices').select('threshold_cents').where('owner_id', '=', ownerId)
  const cents = (await wish.executeTakeFirst())?.threshold_cents ?? null
  return cents === null ? null : dollars(cents)
}

/** Files that the person has handed in. */
export const listFiles = (db: Db, { id, reclaimedAt }: Owner): Promise<{ file_id: string; size_bytes: number }[]> =>
  db
    .selectFrom('files')
    .select(['file_id', 'size_bytes'])
    .where('owner_id', '=', id)
    .$if(reclaimedAt !== null, (all) => all.where('created_at', '>', reclaimedAt))
    .orderBy('created_at')
    .execute()

export type OwnMovement = {
  movement_id: string
  created_at: Date
  paid_at: Date | null
  type: string
  state: string
  method: string
  direction: number
  amount_cents: bigint
  fee_cents: bigint
  currency: string
  balance_after_cents: bigint | null
  details: { [key: string]: Json }
  note: string
  private_note: string | null
  reference: string
  hold_reason: string | null
  cancel_reason: string | null
  counterpart_id: string | null
  counterpart_name: string | null
  counterpart_handle: string | null
}

/** The next movements after one, the oldest first. */
export const listMovementsAfter = async (
  db: Db,
  ownerId: string,
  after: string | null,
  limit: number,
): Promise<OwnMovement[]> => {
  const rows = await db
    .selectFrom('movements')
    .leftJoin('directory', 'directory.owner_id', 'movements.counterpart_id')
    .select([
      'movements.movement_id',
      'movements.created_at',
      'movements.paid_at',
      'movements.type',
      'movements.state',
      'movements.method',
      'movements.direction',
      'movements.amount_cents',
      'movements.fee_cents',
      'movements.currency',
      'movements.balance_after_cents',
      'movements.details',
      'movements.note',
      'movements.private_note',
      'movements.reference',
      'movements.hold_reason',
      'movements.cancel_reason',
      'movements.counterpart_id',
      'directory.full_name as counterpart_name',
      'directory.handle as counterpart_handle',
    ])
    .where('movements.owner_id', '=', ownerId)
    .$if(after !== null, (query) => query.where('movements.movement_id', '>', after))
    .orderBy('movements.movement_id')
    .limit(limit)
    .execute()
  return rows as OwnMovement[]
}
