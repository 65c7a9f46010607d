import type { Account } from '#features/accounts/index.ts'
import { dollars } from '#platform/csv.ts'
import type { Db } from '#platform/db/database.ts'
import { rowOut } from './dispute-out.ts'
import { listDisputes } from './disputes-store.ts'
import type { TicketFile } from './ticket-file.ts'
import { listSentFiles } from './ticket-files-store.ts'
import { type FieldKeys, listAllMessages, listTickets } from './tickets-store.ts'

const ALL = 10_000

type Reading = { db: Db; keys: FieldKeys }
type Row = Record<string, unknown>

/** Under which name a file stands in the archive. */
export const ticketFileName = ({ fileId, contentType }: TicketFile): string =>
  `support-${fileId}.${contentType === 'application/pdf' ? 'pdf' : 'jpg'}`

/** Everything that a person wrote to support and we wrote back, as the archive of their data has it, and the files that came with it. */
export const exportTickets = async (
  { db, keys }: Reading,
  { id: ownerId, reclaimedAt }: Pick<Account, 'id' | 'reclaimedAt'>,
): Promise<{ rows: Row[]; files: TicketFile[] }> => {
  const tickets = new Map(
    (await listTickets(db, { ownerId, reclaimedAt }, { before: null, limit: ALL })).map((ticket) => [
      ticket.ticketId,
      ticket,
    ]),
  )
  const messages = (await listAllMessages(db, keys, ownerId)).filter(({ ticketId }) => tickets.has(ticketId))
  const written = new Set(messages.map(({ messageId }) => messageId))
  const files = (await listSentFiles(db, ownerId)).filter(
    ({ messageId }) => messageId !== null && written.has(messageId),
  )
  const filesOf = Map.groupBy(files, ({ messageId }) => messageId)
  const rows = messages.map(({ messageId, ticketId, author, text, at }) => ({
    ticket: ticketId,
    module: tickets.get(ticketId)?.module ?? null,
    state: tickets.get(ticketId)?.state ?? null,
    at: at.toISOString(),
    from: author,
    text,
    files: (filesOf.get(messageId) ?? []).map(ticketFileName).join(' '),
  }))
  return { rows, files }
}

/** Every problem with a transaction that they reported; amounts in dollars. */
export const exportDisputes = async ({ db }: Pick<Reading, 'db'>, ownerId: string): Promise<Row[]> =>
  (await listDisputes(db, ownerId, { movementId: null, before: null, limit: ALL })).map((dispute) => {
    const row = rowOut(dispute, { automaticCredit: false, late: null })
    return {
      reported_at: row.date,
      reference: row.reference,
      kind: row.kind,
      state: row.state,
      amount: dollars(BigInt(row.amount)),
      currency: 'USD',
      answer_by: row.answerBy,
      final_by: row.finalBy,
      credit: row.credit?.state ?? null,
      credited: dollars(BigInt(row.credit?.amount ?? 0)),
      credited_at: row.credit?.at ?? null,
      take_back_on: row.credit?.takeBackOn ?? null,
      owed: dollars(BigInt(row.credit?.owed ?? 0)),
    }
  })
