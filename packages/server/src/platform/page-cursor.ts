/**
 * Where a page of a list ended. A cursor is sealed for one person and one list, so that it continues the same list of the same
 * person and nothing else; what it says is the list's own.
 */
import { createHmac } from 'node:crypto'
import { sameBytes } from './crypto/tokens.ts'
import type { Keys } from './secrets.ts'

/** Whose list, and which: `transactions`, `invoices`. `ownerId` is the bare uuid. */
export type ListOf = { keys: Pick<Keys, 'cursor'>; ownerId: string; list: string }

const sealOf = ({ keys, ownerId, list }: ListOf, text: string): Buffer =>
  createHmac('sha256', keys.cursor).update(`${ownerId}\n${list}\n${text}`).digest()

/** @param value what `JSON.stringify` keeps whole */
export const sealCursor = (of: ListOf, value: unknown): string => {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${text}.${sealOf(of, text).toString('base64url')}`
}

/** What was sealed; null for a cursor that is not ours, or of another person or list. */
export const openCursor = (of: ListOf, cursor: string): unknown => {
  const [text = '', seal = '', ...more] = cursor.split('.')
  if (more.length > 0 || !sameBytes(Buffer.from(seal, 'base64url'), sealOf(of, text))) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString())
}
