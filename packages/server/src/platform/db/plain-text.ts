/** For comparing what people type with what is stored: no case, no accents. In the code and in SQL alike. */
import { sql } from 'kysely'

/** @returns the text without case and accents, with single spaces */
export const plainText = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')

/** A column in the same form. An index stands over this very expression of `directory.full_name`. */
export const plainColumn = (column: 'full_name' | 'counterpart_name') =>
  sql<string>`${sql.raw(String.raw`regexp_replace(normalize(lower(${column}), NFD), '[\u0300-\u036f]', '', 'g')`)}`
