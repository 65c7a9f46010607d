/**
 * Ids are UUIDv7. On the wire and in TypeScript they carry a prefix, so that an id of one kind does not fit where
 * another is wanted; tables store the bare uuid.
 */
import * as z from 'zod/mini'

export type UserId = `usr_${string}`
export type TransactionId = `txn_${string}`
export type SendSessionId = `pss_${string}`
export type SessionId = `ses_${string}`
export type FileId = `fil_${string}`
export type RecipientId = `rcp_${string}`
export type ProductId = `prd_${string}`
export type InvoiceId = `inv_${string}`
export type RequestId = `req_${string}`
export type SplitId = `spl_${string}`
export type ScheduleId = `sch_${string}`
export type NotificationId = `ntf_${string}`
export type TicketId = `tkt_${string}`
export type DisputeId = `dsp_${string}`

const HEX = '[0-9a-f]{32}'

const prefixed =
  <P extends string>(prefix: P) =>
  (uuid: string): `${P}_${string}` =>
    // A list has a hundred of them: pieces of known lengths are taken in a third of the time of a search for the dashes.
    `${prefix}_${uuid.slice(0, 8)}${uuid.slice(9, 13)}${uuid.slice(14, 18)}${uuid.slice(19, 23)}${uuid.slice(24)}`

/** A challenge to prove that it is you. It carries the person and the challenge, so that one without a bearer is found too. */
export type ChallengeId = `chl_${string}`

export const userId = prefixed('usr')
export const transactionId = prefixed('txn')
export const sendSessionId = prefixed('pss')
export const sessionId = prefixed('ses')
export const fileId = prefixed('fil')
export const recipientId = prefixed('rcp')
export const productId = prefixed('prd')
export const invoiceId = prefixed('inv')
export const requestId = prefixed('req')
export const splitId = prefixed('spl')
export const scheduleId = prefixed('sch')
export const notificationId = prefixed('ntf')
export const ticketId = prefixed('tkt')
export const disputeId = prefixed('dsp')

type IdPrefix =
  | 'usr'
  | 'txn'
  | 'pss'
  | 'fil'
  | 'ses'
  | 'rcp'
  | 'prd'
  | 'inv'
  | 'req'
  | 'spl'
  | 'sch'
  | 'ntf'
  | 'tkt'
  | 'dsp'

/** The bare uuid of a prefixed id, as tables store it; null when the text is no such id. */
export const uuidOf = (id: string, prefix: IdPrefix): string | null => {
  const match = new RegExp(`^${prefix}_(${HEX})$`).exec(id)
  return match?.[1] === undefined ? null : bare(match[1])
}

const bare = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

export type ChallengeRef = { ownerId: string; challengeId: string }

export const challengeId = ({ ownerId, challengeId: id }: ChallengeRef): ChallengeId =>
  `chl_${`${ownerId}${id}`.replaceAll('-', '')}`

/** Whose challenge it is and which, as bare uuids; null when the text is no such id. */
export const challengeOf = (id: string): ChallengeRef | null => {
  const match = new RegExp(`^chl_(${HEX})(${HEX})$`).exec(id)
  return match?.[1] && match[2] ? { ownerId: bare(match[1]), challengeId: bare(match[2]) } : null
}

export const ChallengeIdOut = z.templateLiteral(['chl_', z.string()])
/** One that is malformed is as unknown as one that names nothing. */
export const ChallengeIdIn = z
  .string('invalidCode:challenge')
  .check(z.regex(new RegExp(`^chl_${HEX}${HEX}$`), 'invalidCode:challenge'))

const idOut = <P extends string>(prefix: P) => z.templateLiteral([`${prefix}_`, z.string()])

export const UserIdOut = idOut('usr')
export const TransactionIdOut = idOut('txn')
export const SendSessionIdOut = idOut('pss')
export const SessionIdOut = idOut('ses')
export const RecipientIdOut = idOut('rcp')
export const ProductIdOut = idOut('prd')
export const InvoiceIdOut = idOut('inv')
export const RequestIdOut = idOut('req')
export const SplitIdOut = idOut('spl')
export const ScheduleIdOut = idOut('sch')
export const NotificationIdOut = idOut('ntf')
export const TicketIdOut = idOut('tkt')
export const DisputeIdOut = idOut('dsp')
export const FileIdOut = idOut('fil')

/** The id of a transaction in a request; one that is malformed is as unknown as one that names nothing. */
export const TransactionIdIn = z
  .string('invalidTransactionId')
  .check(z.regex(new RegExp(`^txn_${HEX}$`), 'invalidTransactionId'))

export const SessionIdIn = z.string('notFound').check(z.regex(new RegExp(`^ses_${HEX}$`), 'notFound'))

/** A notification of the caller; one that names nothing is left out. */
export const NotificationIdIn = z.string('invalidRequest').check(z.regex(new RegExp(`^ntf_${HEX}$`), 'invalidRequest'))

export const SendSessionIdIn = z.string('notFound').check(z.regex(new RegExp(`^pss_${HEX}$`), 'notFound'))

/** The same in a quote, where one that is over or unknown changes nothing and is no refusal. */
export const QuotedSessionIdIn = z.string('invalidRequest').check(z.regex(new RegExp(`^pss_${HEX}$`), 'invalidRequest'))

/** A request for money; one of others is as unknown as one that does not exist. */
export const RequestIdIn = z.string('notFound').check(z.regex(new RegExp(`^req_${HEX}$`), 'notFound'))

/** A bill that the caller split. */
export const SplitIdIn = z.string('notFound').check(z.regex(new RegExp(`^spl_${HEX}$`), 'notFound'))

/** A bank recipient of the caller; any other is refused alike. */
export const RecipientIdIn = z.string('invalidTo').check(z.regex(new RegExp(`^rcp_${HEX}$`), 'invalidTo'))

/** A product of the caller's catalogue, and an invoice of which the caller is a party; any other is as unknown as none. */
export const ProductIdIn = z.string('invalidProductId').check(z.regex(new RegExp(`^prd_${HEX}$`), 'invalidProductId'))

/** A ticket and a dispute of the caller; any other is refused alike. */
export const TicketIdIn = z.string('notFound').check(z.regex(new RegExp(`^tkt_${HEX}$`), 'notFound'))
export const DisputeIdIn = z.string('notFound').check(z.regex(new RegExp(`^dsp_${HEX}$`), 'notFound'))

/** A file that the caller put away; any other is refused alike. */
export const FileIdIn = z.string('notFound').check(z.regex(new RegExp(`^fil_${HEX}$`), 'notFound'))

/** A schedule of the caller; any other is refused alike. */
export const ScheduleIdIn = z.string('notFound').check(z.regex(new RegExp(`^sch_${HEX}$`), 'notFound'))

export const InvoiceIdIn = z.string('invalidInvoice').check(z.regex(new RegExp(`^inv_${HEX}$`), 'invalidInvoice'))

/** What a card provider calls a card. */
export const CardIdIn = /^[A-Za-z0-9_-]{1,100}$/

export const USER_ID = new RegExp(`^usr_${HEX}$`)

/** A public handle: made from the name, changeable once. */
export const HANDLE = /^[a-z0-9](?:[a-z0-9.-]{1,38})[a-z0-9]$/

/** A person to send to: a user id or a public handle. */
export const ToUserIn = z
  .string('invalidTo')
  .check(z.refine((value) => USER_ID.test(value) || HANDLE.test(value), 'invalidTo'))
