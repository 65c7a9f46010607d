/** Passwords, and from when on what was proved with them counts. */
import type { Db, Trx } from '#platform/db/database.ts'

export type Credentials = {
  ownerId: string
  /** Null until a person who came by social login has chosen a password. */
  passwordHash: string | null
  passwordChangedAt: Date
  /** What device cookies proved since then counts: neither of an older password, nor from before a device was lost. */
  provedSince: Date
  /** Sign-ins that were begun before that and are not finished open nothing; null when none were ended. */
  signInsEndedAt: Date | null
  isClosed: boolean
}

const later = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one)

const select = (db: Db, ownerId: string) =>
  db
    .selectFrom('users')
    .select(['owner_id', 'password_hash', 'password_changed_at', 'devices_forgotten_at', 'sign_ins_ended_at', 'status'])
    .where('owner_id', '=', ownerId)

const credentialsOf = (row: Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>): Credentials | null =>
  row
    ? {
        ownerId: row.owner_id,
        passwordHash: row.password_hash,
        passwordChangedAt: row.password_changed_at,
        provedSince: later(row.password_changed_at, row.devices_forgotten_at),
        signInsEndedAt: row.sign_ins_ended_at,
        isClosed: row.status === 'closed',
      }
    : null

export const findCredentials = async (db: Db, ownerId: string): Promise<Credentials | null> =>
  credentialsOf(await select(db, ownerId).executeTakeFirst())

/** As they stay until the transaction ends: what would end sign-ins has done so, or waits. */
export const lockCredentials = async (trx: Trx, ownerId: string): Promise<Credentials | null> =>
  credentialsOf(await select(trx, ownerId).forUpdate().executeTakeFirst())

/**
 * Whether the password is still the one that was read then; until the transaction ends it cannot be changed. What a verb has
 * compared takes a while, and a proof of an older password must not count after a change that came in between.
 */
export const isPasswordOf = async (trx: Trx, { ownerId, passwordChangedAt }: Credentials): Promise<boolean> => {
  const row = await trx
    .selectFrom('users')
    .select('password_changed_at')
    .where('owner_id', '=', ownerId)
    .forShare()
    .executeTakeFirst()
  return row?.password_changed_at.getTime() === passwordChangedAt.getTime()
}

/** A new password: everything that was proved with the old one before `at` is void. */
export const updatePassword = async (trx: Trx, ownerId: string, passwordHash: string, at: Date): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_changed_at: at, updated_at: at })
    .where('owner_id', '=', ownerId)
    .execute()
}

/** The same password, hashed with the strength that is configured now. */
export const updatePasswordHash = async (trx: Trx, ownerId: string, from: string, to: string): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ password_hash: to })
    .where('owner_id', '=', ownerId)
    .where('password_hash', '=', from)
    .execute()
}

/** When the password was last changed. */
export const getPasswordChangedAt = async (db: Db, ownerId: string): Promise<Date> => {
  const user = db.selectFrom('users').select('password_changed_at').where('owner_id', '=', ownerId)
  return (await user.executeTakeFirstOrThrow()).password_changed_at
}

/** Sign-ins that were begun before this and are not finished open nothing any more. */
export const noteSignInsEnded = async (trx: Trx, ownerId: string, at: Date): Promise<void> => {
  await trx.updateTable('users').set({ sign_ins_ended_at: at }).where('owner_id', '=', ownerId).execute()
}
