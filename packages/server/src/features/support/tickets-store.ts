/** Tickets and their messages, always those of one person but for operators. What was written is sealed here and nowhere else. */
import type { Selectable } from 'kysely'
import { decryptField, encryptField } from '#platform/crypto/field-encryption.ts'
import type { Db, DB, Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Keys } from '#platform/secrets.ts'
import type { Message, Ticket, TicketRef } from './ticket.ts'

export type FieldKeys = Pick<Keys, 'sealing'>

/** Messages of one ticket that are shown: the newest. */
const MESSAGES_MAX = 300

const placeOf = (messageId: string) => ({ table: 'support_messages', column: 'text_sealed', row: messageId })

/** The closed lists are held by the table's own checks. */
const toTicket = (row: Selectable<DB['support_tickets']>): Ticket => ({
  ownerId: row.owner_id,
  ticketId: row.ticket_id,
  module: row.module as Ticket['module'],
  state: row.state as Ticket['state'],
  movementId: row.movement_id,
  disputeId: row.dispute_id,
  concerns:
    row.concern_type === null || row.concern_code === null
      ? null
      : { type: row.concern_type as NonNullable<Ticket['concerns']>['type'], code: row.concern_code },
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toMessage = (keys: FieldKeys, row: Selectable<DB['support_messages']>): Message => ({
  messageId: row.message_id,
  ticketId: row.ticket_id,
  author: row.author === 'support' ? 'support' : 'owner',
  text: decryptField(keys.sealing, placeOf(row.message_id), row.text_sealed),
  at: row.at,
})

const ofOwner = (db: Db, ownerId: string) =>
  db.selectFrom('support_tickets').selectAll().where('owner_id', '=', ownerId)

export const findTicket = async (db: Db, { ownerId, ticketId }: TicketRef): Promise<Ticket | null> => {
  const row = await ofOwner(db, ownerId).where('ticket_id', '=', ticketId).executeTakeFirst()
  return row ? toTicket(row) : null
}

/** The same for change: others who would change it wait. */
export const lockTicket = async (trx: Trx, { ownerId, ticketId }: TicketRef): Promise<Ticket | null> => {
  const row = await ofOwner(trx, ownerId).where('ticket_id', '=', ticketId).forNoKeyUpdate().executeTakeFirst()
  return row ? toTicket(row) : null
}

/** Newest first: ids grow with time. Those that are for the owner to read (`isOwners`). */
export const listTickets = async (
  db: Db,
  { ownerId, reclaimedAt }: { ownerId: string; reclaimedAt: Date | null },
  { before, limit }: { before: string | null; limit: number },
): Promise<Ticket[]> => {
  const query = ofOwner(db, ownerId)
    .$if(before !== null, (some) => some.where('ticket_id', '<', before))
    .$if(reclaimedAt !== null, (some) =>
      some.where((row) => row.or([row('created_at', '>', reclaimedAt), row('dispute_id', 'is not', null)])),
    )
  return (await query.orderBy('ticket_id', 'desc').limit(limit).execute()).map(toTicket)
}

/** Those that are not closed. */
export const listOpenTickets = async (db: Db, ownerId: string): Promise<TicketRef[]> =>
  (await ofOwner(db, ownerId).where('state', '<>', 'closed').orderBy('ticket_id').execute()).map(toTicket)

/** One that was made with these very words, and waits for an answer. */
export const findSameTicket = async (trx: Trx, ownerId: string, askedHash: string): Promise<Ticket | null> => {
  const same = ofOwner(trx, ownerId).where('asked_hash', '=', askedHash).where('state', '=', 'open')
  const row = await same.executeTakeFirst()
  return row ? toTicket(row) : null
}

export const insertTicket = async (trx: Trx, ticket: Ticket, askedHash: string): Promise<void> => {
  await trx
    .insertInto('support_tickets')
    .values({
      owner_id: ticket.ownerId,
      ticket_id: ticket.ticketId,
      module: ticket.module,
      state: ticket.state,
      movement_id: ticket.movementId,
      dispute_id: ticket.disputeId,
      concern_type: ticket.concerns?.type ?? null,
      concern_code: ticket.concerns?.code ?? null,
      asked_hash: askedHash,
      version: ticket.version,
      created_at: ticket.createdAt,
      updated_at: ticket.updatedAt,
    })
    .execute()
}

/** Writes the state of a ticket that is locked. */
export const updateTicket = async (
  trx: Trx,
  { ownerId, ticketId, state, version, updatedAt }: Ticket,
): Promise<void> => {
  await trx
    .updateTable('support_tickets')
    .set({ state, version, updated_at: updatedAt })
    .where('owner_id', '=', ownerId)
    .where('ticket_id', '=', ticketId)
    .execute()
}

export const insertMessage = async (
  trx: Trx,
  keys: FieldKeys,
  { ownerId, ticketId }: TicketRef,
  {
    messageId = newId(),
    author,
    text,
    at,
  }: Pick<Message, 'author' | 'text' | 'at'> & { messageId?: string | undefined },
): Promise<string> => {
  await trx
    .insertInto('support_messages')
    .values({
      owner_id: ownerId,
      message_id: messageId,
      ticket_id: ticketId,
      author,
      text_sealed: encryptField(keys.sealing, placeOf(messageId), text),
      at,
    })
    .execute()
  return messageId
}

/** The oldest first; of very many the newest. */
export const listMessages = async (db: Db, keys: FieldKeys, { ownerId, ticketId }: TicketRef): Promise<Message[]> => {
  const newest = db
    .selectFrom('support_messages')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('ticket_id', '=', ticketId)
    .orderBy('message_id', 'desc')
    .limit(MESSAGES_MAX)
  return (await newest.execute()).map((row) => toMessage(keys, row)).toReversed()
}

/** The first message of each ticket, by the ticket. */
export const listFirstMessages = async (
  db: Db,
  keys: FieldKeys,
  ownerId: string,
  ticketIds: readonly string[],
): Promise<Map<string, Message>> => {
  if (ticketIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('support_messages')
    .selectAll()
    .distinctOn('ticket_id')
    .where('owner_id', '=', ownerId)
    .where('ticket_id', 'in', [...ticketIds])
    .orderBy('ticket_id')
    .orderBy('message_id')
    .execute()
  return new Map(rows.map((row) => [row.ticket_id, toMessage(keys, row)]))
}

/** The ticket in which a message stands. */
export const findTicketOfMessage = async (db: Db, ownerId: string, messageId: string): Promise<Ticket | null> => {
  const message = await db
    .selectFrom('support_messages')
    .select('ticket_id')
    .where('owner_id', '=', ownerId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return message ? findTicket(db, { ownerId, ticketId: message.ticket_id }) : null
}

/** Everything that was written in tickets of a person, the oldest first. */
export const listAllMessages = async (db: Db, keys: FieldKeys, ownerId: string): Promise<Message[]> => {
  const all = db.selectFrom('support_messages').selectAll().where('owner_id', '=', ownerId).orderBy('message_id')
  return (await all.execute()).map((row) => toMessage(keys, row))
}

/** For operators: tickets that wait for us, the longest first. */
export const listWaitingTickets = async (db: Db, limit: number): Promise<Ticket[]> => {
  const waiting = db.selectFrom('support_tickets').selectAll().where('state', '=', 'open')
  return (await waiting.orderBy('updated_at').limit(limit).execute()).map(toTicket)
}

/** For operators: the ticket of a number, whosever it is. */
export const findTicketById = async (db: Db, ticketId: string): Promise<Ticket | null> => {
  const row = await db.selectFrom('support_tickets').selectAll().where('ticket_id', '=', ticketId).executeTakeFirst()
  return row ? toTicket(row) : null
}
