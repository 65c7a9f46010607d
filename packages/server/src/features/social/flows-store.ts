/** Browsers on their way to an issuer and back, and the tickets they come back with. Tokens are kept hashed, secrets sealed. */
import { decryptField, encryptField } from '#platform/crypto/field-encryption.ts'
import { hashToken } from '#platform/crypto/tokens.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import type { Keys } from '#platform/secrets.ts'
import type { SocialSecrets } from '#providers/oidc/port.ts'

type FlowKeys = Pick<Keys, 'sealing'>

/** What the person wants at the issuer: to come in, to add it as a way in, or to prove themselves again. */
export type FlowPurpose = 'signIn' | 'link' | 'prove'

export type Flow = {
  provider: string
  purpose: FlowPurpose
  /** Who began it, and in which session; null for a stranger. */
  begunBy: { ownerId: string; sessionId: string } | null
  returnTo: string | null
  lang: string
  isBusiness: boolean
  referredBy: string | null
}

const placeOf = (stateHash: Buffer) => ({
  table: 'social_flows',
  column: 'secrets_sealed',
  row: stateHash.toString('hex'),
})

/** Keeps a flow under the state that leads back to it, for this browser alone. */
export const insertFlow = async (
  db: Db,
  keys: FlowKeys,
  { secrets, browser, expiresAt, ...flow }: Flow & { secrets: SocialSecrets; browser: string; expiresAt: Date },
): Promise<void> => {
  const { state, ...rest } = secrets
  const stateHash = hashToken(state)
  await db
    .insertInto('social_flows')
    .values({
      state_hash: stateHash,
      browser_hash: hashToken(browser),
      provider: flow.provider,
      purpose: flow.purpose,
      owner_id: flow.begunBy?.ownerId ?? null,
      session_id: flow.begunBy?.sessionId ?? null,
      secrets_sealed: encryptField(keys.sealing, placeOf(stateHash), JSON.stringify(rest)),
      return_to: flow.returnTo,
      lang: flow.lang,
      is_business: flow.isBusiness,
      referred_by: flow.referredBy,
      expires_at: expiresAt,
    })
    .execute()
}

/**
 * Uses up the flow of a state, if this browser began it with this service and it is still good: of two at once exactly one
 * gets it.
 */
export const takeFlow = async (
  db: Db,
  keys: FlowKeys,
  { state, browser, provider, at }: { state: string; browser: string; provider: string; at: Date },
): Promise<(Flow & { secrets: SocialSecrets }) | null> => {
  const stateHash = hashToken(state)
  const row = await db
    .updateTable('social_flows')
    .set({ used_at: at })
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', hashToken(browser))
    .where('provider', '=', provider)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  const opened = decryptField(keys.sealing, placeOf(stateHash), row.secrets_sealed)
  const { owner_id: ownerId, session_id: sessionId } = row
  return {
    provider,
    purpose: row.purpose as FlowPurpose,
    begunBy: ownerId === null || sessionId === null ? null : { ownerId, sessionId },
    returnTo: row.return_to,
    lang: row.lang,
    isBusiness: row.is_business,
    referredBy: row.referred_by,
    secrets: { state, ...(JSON.parse(opened) as Omit<SocialSecrets, 'state'>) },
  }
}

/** What an issuer's answer allows next: `link` with the account's password, `proof` to choose the first one. */
export type Ticket = {
  kind: 'link' | 'proof'
  ownerId: string
  /** The session that asked; null for a stranger. */
  sessionId: string | null
  provider: string
  claim: string
  email: string | null
}

export const insertTicket = async (
  db: Db,
  { token, browser, expiresAt, ...ticket }: Ticket & { token: string; browser: string; expiresAt: Date },
): Promise<void> => {
  await db
    .insertInto('social_tickets')
    .values({
      token_hash: hashToken(token),
      kind: ticket.kind,
      browser_hash: hashToken(browser),
      owner_id: ticket.ownerId,
      session_id: ticket.sessionId,
      provider: ticket.provider,
      claim: ticket.claim,
      email: ticket.email,
      expires_at: expiresAt,
    })
    .execute()
}

type Asked = { token: string; kind: Ticket['kind']; browser: string }

/** A ticket that was not used, if it is this browser's; it may have expired. */
export const findTicket = async (
  db: Db,
  { token, kind, browser }: Asked,
): Promise<(Ticket & { expiresAt: Date }) | null> => {
  const row = await db
    .selectFrom('social_tickets')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('browser_hash', '=', hashToken(browser))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { owner_id: ownerId, session_id: sessionId, provider, claim, email, expires_at: expiresAt } = row
  return { kind, ownerId, sessionId, provider, claim, email, expiresAt }
}

/** Uses it up: of two at once exactly one gets true. */
export const takeTicket = async (trx: Trx, token: string, at: Date): Promise<boolean> => {
  const taken = await trx
    .updateTable('social_tickets')
    .set({ used_at: at })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst()
  return taken !== undefined
}

/** Forgets what leads nowhere any more. */
export const pruneFlows = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('social_flows').where('expires_at', '<', before).execute()
  await db.deleteFrom('social_tickets').where('expires_at', '<', before).execute()
}
