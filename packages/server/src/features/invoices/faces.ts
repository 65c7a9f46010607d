import { listPeople } from '#features/accounts/index.ts'
import { findBlockedBy } from '#features/contacts/index.ts'
import type { Db } from '#platform/db/database.ts'
import type { OwnInvoice } from './invoice.ts'
import type { Face } from './invoice-row.ts'

/** How a person may see the counterparts of these invoices now, by their ids: one who has left the directory, or whom they have blocked, is hidden. */
export const facesOf = async (
  db: Db,
  viewerId: string,
  invoices: readonly OwnInvoice[],
): Promise<(invoice: OwnInvoice) => Face> => {
  const ids = [...new Set(invoices.map(({ counterpart }) => counterpart.ownerId))]
  const [found, blocked] = await Promise.all([listPeople(db, ids), findBlockedBy(db, viewerId)])
  const people = new Map(found.map((person) => [person.id, person]))
  return ({ counterpart }) => {
    const person = people.get(counterpart.ownerId)
    return { isHidden: person === undefined || blocked.has(person.id), imageFileId: person?.imageFileId ?? null }
  }
}
