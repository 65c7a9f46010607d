/** Visits to a bank, with the provider's tokens sealed. */
import { decryptField, encryptField } from '#platform/crypto/field-encryption.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import type { Keys } from '#platform/secrets.ts'

type FieldKeys = Pick<Keys, 'sealing'>

/**
 * `waiting` while the person is at the bank, `linked` until recipients were made of it, `loginRequired` when the bank wanted to see
 * them again first, `used` afterwards; `left` without anything linked.
 */
export type LinkState = 'waiting' | 'linked' | 'loginRequired' | 'used' | 'left'

/** The provider's tokens: never to be logged, and never sent to a browser. */
export type LinkTokens = { link: string; public: string | null; access: string | null }

export type BankLink = {
  ownerId: string
  linkId: string
  state: LinkState
  /** The bank's name as the provider gives it. */
  institution: string | null
  tokens: LinkTokens
  expiresAt: Date
}

const placeOf = (linkId: string) => ({ table: 'bank_links', column: 'tokens_sealed', row: linkId })
const seal = (keys: FieldKeys, linkId: string, tokens: LinkTokens) =>
  encryptField(keys.sealing, placeOf(linkId), JSON.stringify(tokens))

type Row = {
  owner_id: string
  link_id: string
  state: string
  institution: string | null
  tokens_sealed: string
  expires_at: Date
}
const COLUMNS = ['owner_id', 'link_id', 'state', 'institution', 'tokens_sealed', 'expires_at'] as const

const linkOf = (keys: FieldKeys, row: Row): BankLink => ({
  ownerId: row.owner_id,
  linkId: row.link_id,
  state: row.state as LinkState,
  institution: row.institution,
  tokens: JSON.parse(decryptField(keys.sealing, placeOf(row.link_id), row.tokens_sealed)) as LinkTokens,
  expiresAt: row.expires_at,
})

export const insertLink = async (db: Db, keys: FieldKeys, link: BankLink, at: Date): Promise<void> => {
  await db
    .insertInto('bank_links')
    .values({
      owner_id: link.ownerId,
      link_id: link.linkId,
      state: link.state,
      institution: link.institution,
      tokens_sealed: seal(keys, link.linkId, link.tokens),
      created_at: at,
      expires_at: link.expiresAt,
      updated_at: at,
    })
    .execute()
}

/** Null for any link that is not this person's. */
export const findLink = async (
  db: Db,
  keys: FieldKeys,
  { ownerId, linkId }: Pick<BankLink, 'ownerId' | 'linkId'>,
): Promise<BankLink | null> => {
  const row = await db
    .selectFrom('bank_links')
    .select(COLUMNS)
    .where('owner_id', '=', ownerId)
    .where('link_id', '=', linkId)
    .executeTakeFirst()
  return row ? linkOf(keys, row) : null
}

/** The login that a bank last wanted renewed; null when there is none since `since`. */
export const findLoginToRenew = async (
  db: Db,
  keys: FieldKeys,
  ownerId: string,
  since: Date,
): Promise<BankLink | null> => {
  const row = await db
    .selectFrom('bank_links')
    .select(COLUMNS)
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'loginRequired')
    .where('updated_at', '>', since)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? linkOf(keys, row) : null
}

/** Writes a link that is still in state `from`; false when it has left it, and then nothing is written. */
export const moveLink = async (
  db: Db | Trx,
  keys: FieldKeys,
  from: LinkState,
  { ownerId, linkId, state, institution, tokens }: BankLink,
  at: Date,
): Promise<boolean> => {
  const moved = await db
    .updateTable('bank_links')
    .set({ state, institution, tokens_sealed: seal(keys, linkId, tokens), updated_at: at })
    .where('owner_id', '=', ownerId)
    .where('link_id', '=', linkId)
    .where('state', '=', from)
    .returning('link_id')
    .executeTakeFirst()
  return moved !== undefined
}

/** Ends all visits that were begun until then, so that no recipients are made of them. */
export const leaveLinks = async (trx: Trx, ownerId: string, before: Date, at: Date): Promise<void> => {
  await trx
    .updateTable('bank_links')
    .set({ state: 'left', updated_at: at })
    .where('owner_id', '=', ownerId)
    .where('created_at', '<=', before)
    .where('state', 'in', ['waiting', 'linked', 'loginRequired'])
    .execute()
}
