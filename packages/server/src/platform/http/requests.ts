import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { type Language, defaultLanguage, languageOf } from '@puente/contract'

/** First language of the header that we speak; Spanish browsers get Spanish, everybody else English unless Korean is asked for. */
export const acceptedLanguage = (header: string | undefined): Language => {
  const wanted = (header ?? '').split(',').map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '')
  const exact = wanted
    .map((tag) => languageOf(tag) ?? languageOf(tag.split('-')[0] ?? ''))
    .find((language) => language !== null)
  return exact ?? defaultLanguage(wanted)
}

const zoneNamed = (name: string): string | null => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** Names are few and looking one up is slow; what is no name is not remembered, since of those there is no end. */
const zones = new Map<string, string>()
const ZONES_REMEMBERED = 1_000

/** The zone of a `Time-Zone` header; null when it names none. */
export const knownTimeZone = (name: unknown): string | null => {
  if (typeof name !== 'string' || name.length > 64) return null
  const known = zones.get(name)
  if (known !== undefined) return known
  const zone = zoneNamed(name)
  if (zone !== null && zones.size < ZONES_REMEMBERED) zones.set(name, zone)
  return zone
}

/** Whether all of a request has come. One that was injected never came over a line, and says nothing about it. */
export const hasArrived = (request: IncomingMessage): boolean => !('complete' in request) || request.complete

const KEY = /^[!-~]{16,64}$/
export const isIdempotencyKey = (value: unknown): value is string => typeof value === 'string' && KEY.test(value)

/** Stable text of a parsed body: keys in order, so that two ways to write the same request hash alike. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, of]) => of !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, of]) => `${JSON.stringify(key)}:${canonicalJson(of)}`).join(',')}}`
}

/** A connection that has ended no longer tells where it came from. */
const GONE = 'gone'

/** /24 of an IPv4 address, /56 of an IPv6 one: the unit that budgets for strangers are counted by. */
export const networkOf = (address: string | undefined): string => {
  if (address === undefined) return GONE
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  const [head = '', tail = ''] = plain.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  const groups = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  const [a = '0', b = '0', c = '0', d = '0'] = groups.map((group) => Number.parseInt(group, 16).toString(16))
  return `${a}:${b}:${c}:${d.padStart(4, '0').slice(0, 2)}00::/56`
}

/** Far deeper than any form; the depth of a body is the caller's choice, and looking into it must not be. */
const DEPTH_LIMIT = 32

export type BodyTrouble = 'brokenText' | 'tooDeep'

const textTrouble = (text: string): BodyTrouble | null =>
  text.includes('\u0000') || !text.isWellFormed() ? 'brokenText' : null

/**
 * What is wrong with a parsed body before any form looks at it: text that PostgreSQL cannot store and people do not
 * type (a NUL, half of a surrogate pair), or nesting without end. Null when nothing is.
 */
export const bodyTrouble = (value: unknown, depth = 0): BodyTrouble | null => {
  if (typeof value === 'string') return textTrouble(value)
  if (value === null || typeof value !== 'object') return null
  if (depth >= DEPTH_LIMIT) return 'tooDeep'
  for (const [key, of] of Object.entries(value)) {
    const trouble = textTrouble(key) ?? bodyTrouble(of, depth + 1)
    if (trouble) return trouble
  }
  return null
}
