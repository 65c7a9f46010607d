import { Refusal } from '#platform/http/refusal.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Where a page of a list by time ended. */
export type Position = { at: Date; id: string }

/** A cursor opens nothing: every page reads the caller's own rows, whatever it says. */
const writeCursor = ({ at, id }: Position): string => Buffer.from(`${at.getTime()}/${id}`).toString('base64url')

/** Refuses what is no cursor with `invalidRequest`. */
export const readCursor = (cursor: string): Position => {
  const [time = '', id = '', ...more] = Buffer.from(cursor, 'base64url').toString().split('/')
  if (!/^\d{1,15}$/.test(time) || !UUID.test(id) || more.length > 0)
    throw new Refusal('invalidRequest', { field: 'last' })
  return { at: new Date(Number(time)), id }
}

/** A page out of rows read with one more than its limit, which tells whether there is another. */
export const pageOf = <Row>(found: readonly Row[], limit: number, positionOf: (row: Row) => Position) => {
  const page = found.slice(0, limit)
  const end = found.length <= limit
  const lowest = page.at(-1)
  return { page, end, last: end || !lowest ? null : writeCursor(positionOf(lowest)) }
}
