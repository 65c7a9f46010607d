import { PHONE } from '@puente/contract'
import { plainText } from '#platform/db/plain-text.ts'
import type { Services } from '#platform/services.ts'
import { claimOf, findClaimant } from './claims-store.ts'
import { findPersonById, listByHandlePrefix, listByName, type Person } from './directory-store.ts'

const FOUND_MAX = 10
const HANDLE_PREFIX = /^[a-z0-9][a-z0-9.-]{2,39}$/

/**
 * People who can receive: by exact email or phone, by their whole name, or by a handle or its beginning of three characters
 * and more. People who cannot receive are not found, so the answer tells nothing about unfinished accounts; part of a
 * stranger's name finds nobody, so names cannot be listed (decision 15).
 */
export const findPeople = async ({ db, keys }: Pick<Services, 'db' | 'keys'>, search: string): Promise<Person[]> => {
  const text = search.trim()
  const kind = text.includes('@') ? 'email' : PHONE.test(text) ? 'phone' : null
  if (!kind) {
    // Handles are made from names without their accents: `maría` begins `maria.lopez-7f3k`.
    const prefix = plainText(text)
    const [byName, byHandle] = await Promise.all([
      listByName(db, text, FOUND_MAX),
      HANDLE_PREFIX.test(prefix) ? listByHandlePrefix(db, prefix, FOUND_MAX) : [],
    ])
    return [...byName, ...byHandle.filter(({ id }) => byName.every((one) => one.id !== id))].slice(0, FOUND_MAX)
  }
  const ownerId = await findClaimant(db, kind, claimOf(keys, kind, text))
  const person = ownerId === null ? null : await findPersonById(db, ownerId)
  return person?.canReceive ? [person] : []
}
