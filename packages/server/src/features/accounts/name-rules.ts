/** Names that are made or masked: public handles, referral codes, and contacts as they may be shown. */

import { romanise } from './romanise-rules.ts'

/** Without characters that are mistaken for one another. */
export const PLAIN_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const BASE_MAX = 30

/**
 * `maria.lopez-7f3k` from a full name and random characters. Korean names are romanised; other names without Latin letters
 * begin with `user`.
 */
export const handleOf = (fullName: string, suffix: string): string => `${nameInHandle(fullName)}-${suffix}`

/** As many whole words as fit; of a first word that is too long, its beginning. */
const wholeWords = (dotted: string, max: number): string => {
  if (dotted.length <= max) return dotted
  const end = dotted.lastIndexOf('.', max)
  return dotted.slice(0, end > 0 ? end : max)
}

/** A name as it stands in a handle: `maria.lopez`, `kim.minsu`; cut between its words when it is longer than `max`. */
export const nameInHandle = (fullName: string, max = BASE_MAX): string => {
  const base = romanise(fullName)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '.')
    .replaceAll(/^\.+|\.+$/g, '')
  return base === '' ? 'user' : wholeWords(base, max)
}

/** `ma•••@example.com` */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, at - 1))}•••${email.slice(at)}`
}

/** `Ma••• L•••`: enough to know oneself by. */
export const maskName = (fullName: string): string => {
  const [first = '', ...rest] = fullName.trim().split(/\s+/)
  const last = rest.at(-1)
  const start = (word: string, length: number) => `${Array.from(word).slice(0, length).join('')}•••`
  return last === undefined ? start(first, 1) : `${start(first, 2)} ${start(last, 1)}`
}

/** `+1 ••• ••• 0123` */
export const maskPhone = (phone: string): string => `+1 ••• ••• ${phone.slice(-4)}`

/** The form under which an address is compared and claimed. */
export const emailKey = (email: string): string => email.trim().toLowerCase()
