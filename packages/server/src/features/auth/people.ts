import { PHONE } from '@puente/contract'
import type { Services } from '#platform/services.ts'
import { claimOf, findClaimant } from './claims-store.ts'
import { findPersonById, listByHandlePrefix, type Person } from './directory-store.ts'

const FOUND_MAX = 10
const HANDLE_PREFIX = /^[a-z0-9][a-z0-9.-]{2,39}$/

/**
 * People who can receive: by exact email or phone, or by a handle or its beginning of three characters and more. Whoever
 * cannot receive is not found, so that the answer tells nothing about unfinished accounts.
 */
export const findPeople = async ({ db, keys }: Pick<Services, 'db' | 'keys'>, search: string): Promise<Person[]> => {
  const text = search.trim()
  const kind = text.includes('@') ? 'email' : PHONE.test(text) ? 'phone' : null
  if (!kind) {
    const prefix = text.toLowerCase()
    return HANDLE_PREFIX.test(prefix) ? listByHandlePrefix(db, prefix, FOUND_MAX) : []
  }
  const ownerId = await findClaimant(db, kind, claimOf(keys, kind, text))
  const person = ownerId === null ? null : await findPersonById(db, ownerId)
  return person?.canReceive ? [person] : []
}
