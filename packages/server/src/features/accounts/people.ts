import { PHONE } from '@puente/contract'
import { plainText } from '#platform/db/plain-text.ts'
import type { Services } from '#platform/services.ts'
import { claimOf, findClaimant } from './claims-store.ts'
import { findPersonByHandle, findPersonById, listByHandlePrefix, listByName, type Person } from './directory-store.ts'

const WRITTEN_PHONE = /^\+?[\d\s().-]+$/

/** A phone however people write it; ten digits without a country are of the United States. Null for what is none. */
const phoneIn = (text: string): string | null => {
  if (!WRITTEN_PHONE.test(text)) return null
  const digits = text.replaceAll(/\D/g, '')
  const phone = text.startsWith('+') ? `+${digits}` : digits.length === 10 ? `+1${digits}` : `+${digits}`
  return PHONE.test(phone) ? phone : null
}

const FOUND_MAX = 10
const HANDLE = /^[a-z0-9][a-z0-9.-]{2,39}$/

/** A handle begins with the name, so its beginning finds a stranger only where it is long and fits few people. */
const PREFIX_MIN = 6
const PREFIX_MATCHES_MAX = 3

/**
 * Who has this handle, or the few whose handles begin so. Handles are made from names without their accents: `maría` begins
 * `maria.lopez-7f3k`.
 */
const findByHandle = async (db: Services['db'], text: string): Promise<Person[]> => {
  const handle = plainText(text)
  if (!HANDLE.test(handle)) return []
  const holder = await findPersonByHandle(db, handle)
  if (holder) return holder.canReceive ? [holder] : []
  if (handle.length < PREFIX_MIN) return []
  const people = await listByHandlePrefix(db, handle, PREFIX_MATCHES_MAX + 1)
  return people.length > PREFIX_MATCHES_MAX ? [] : people
}

/**
 * People who can receive: by exact email, phone or handle, by their whole name, or by the beginning of a handle that fits
 * few people. People who cannot receive are not found, so the answer tells nothing about unfinished accounts; part of a
 * stranger's name finds no one, so names cannot be listed (decision 15).
 */
export const findPeople = async ({ db, keys }: Pick<Services, 'db' | 'keys'>, search: string): Promise<Person[]> => {
  const text = search.trim()
  const phone = phoneIn(text)
  const kind = text.includes('@') ? 'email' : phone === null ? null : 'phone'
  if (!kind) {
    const [byName, byHandle] = await Promise.all([listByName(db, text, FOUND_MAX), findByHandle(db, text)])
    return [...byName, ...byHandle.filter(({ id }) => byName.every((one) => one.id !== id))].slice(0, FOUND_MAX)
  }
  const ownerId = await findClaimant(db, kind, claimOf(keys, kind, phone ?? text))
  const person = ownerId === null ? null : await findPersonById(db, ownerId)
  return person?.canReceive ? [person] : []
}
