/** Passkeys, and whose each credential is. */
import type { Db, Trx } from '#platform/db/database.ts'

export type StoredPasskey = {
  ownerId: string
  /** The authenticator's own id of it, base64url; also the id on the wire. */
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  backedUp: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

export type NewPasskey = Pick<
  StoredPasskey,
  'ownerId' | 'credentialId' | 'counter' | 'transports' | 'name' | 'backedUp'
> & { publicKey: Uint8Array; backupEligible: boolean; at: Date }

const PASSKEY = [
  'owner_id as ownerId',
  'credential_id as credentialId',
  'public_key as publicKey',
  'counter',
  'transports',
  'name',
  'backed_up as backedUp',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const

/** The oldest first. */
export const listStoredPasskeys = async (db: Db, ownerId: string): Promise<StoredPasskey[]> => {
  const rows = await db
    .selectFrom('passkeys')
    .select(PASSKEY)
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute()
  return rows.map((row) => ({ ...row, counter: Number(row.counter) }))
}

export const countPasskeys = async (db: Db, ownerId: string): Promise<number> =>
  (await db.selectFrom('passkeys').select('credential_id').where('owner_id', '=', ownerId).execute()).length

/** Bare uuid of whose credential it is. */
export const findPasskeyOwner = async (db: Db, credentialId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('passkey_claims')
    .select('owner_id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row?.owner_id ?? null
}

export const findPasskey = async (db: Db, ownerId: string, credentialId: string): Promise<StoredPasskey | null> => {
  const row = await db
    .selectFrom('passkeys')
    .select(PASSKEY)
    .where('owner_id', '=', ownerId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row ? { ...row, counter: Number(row.counter) } : null
}

/** Keeps it and answers true; false when an account holds the credential already. */
export const insertPasskey = async (trx: Trx, passkey: NewPasskey): Promise<boolean> => {
  const { ownerId, credentialId, publicKey, counter, transports, name, backedUp, backupEligible, at } = passkey
  const claimed = await trx
    .insertInto('passkey_claims')
    .values({ credential_id: credentialId, owner_id: ownerId })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('owner_id')
    .executeTakeFirst()
  if (!claimed) return false
  await trx
    .insertInto('passkeys')
    .values({
      owner_id: ownerId,
      credential_id: credentialId,
      public_key: Buffer.from(publicKey),
      counter: BigInt(counter),
      transports,
      name,
      backup_eligible: backupEligible,
      backed_up: backedUp,
      created_at: at,
    })
    .execute()
  return true
}

/**
 * Notes a use: the authenticator's counter and whether a password manager keeps the key. False when the passkey was removed
 * meanwhile, or its counter has moved on: of two uses that claim the same count, which only a copy makes, one is refused.
 */
export const noteUse = async (
  trx: Trx,
  { ownerId, credentialId, counter: before }: Pick<StoredPasskey, 'ownerId' | 'credentialId' | 'counter'>,
  { counter, backedUp, at }: { counter: number; backedUp: boolean; at: Date },
): Promise<boolean> => {
  const row = await trx
    .updateTable('passkeys')
    .set({ counter: BigInt(counter), backed_up: backedUp, last_used_at: at })
    .where('owner_id', '=', ownerId)
    .where('credential_id', '=', credentialId)
    .where('counter', '=', BigInt(before))
    .returning('owner_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when the person has no such passkey. */
export const updatePasskeyName = async (
  trx: Trx,
  ownerId: string,
  credentialId: string,
  name: string,
): Promise<boolean> => {
  const row = await trx
    .updateTable('passkeys')
    .set({ name })
    .where('owner_id', '=', ownerId)
    .where('credential_id', '=', credentialId)
    .returning('owner_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Answers its name; null when the person has no such passkey. */
export const deletePasskey = async (trx: Trx, ownerId: string, credentialId: string): Promise<string | null> => {
  const row = await trx
    .deleteFrom('passkeys')
    .where('owner_id', '=', ownerId)
    .where('credential_id', '=', credentialId)
    .returning('name')
    .executeTakeFirst()
  if (!row) return null
  await trx
    .deleteFrom('passkey_claims')
    .where('credential_id', '=', credentialId)
    .where('owner_id', '=', ownerId)
    .execute()
  return row.name
}

/** Removes all of a person's, for an account that goes to another. */
export const deletePasskeys = async (trx: Trx, ownerId: string): Promise<void> => {
  const gone = await trx.deleteFrom('passkeys').where('owner_id', '=', ownerId).returning('credential_id').execute()
  for (const { credential_id } of gone)
    await trx
      .deleteFrom('passkey_claims')
      .where('credential_id', '=', credential_id)
      .where('owner_id', '=', ownerId)
      .execute()
}
