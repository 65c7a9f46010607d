/** What the API document says of refusals: each code with its status, its text, and what it says beside. */
import { STATUS_CODES } from 'node:http'
import texts from '../texts/en.json' with { type: 'json' }
import { BEARER_REFUSALS, COMMON_REFUSALS, type Endpoints, refusalsOf } from './endpoint.ts'
import { ERROR_CODES, type ErrorCode, statusOf } from './errors.ts'
import type { Json } from './openapi-components.ts'
import { refusalWords } from './refusal-words.ts'

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until it may be tried again', schema: { type: 'integer' }, example: 30 },
}

/** The answer with one status: an example for each of its codes, with its text and what it says beside. */
const refusalResponse = (status: number, codes: readonly ErrorCode[]): Json => ({
  description: `${STATUS_CODES[status] ?? status}: ${codes.join(', ')}`,
  ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Refusal' },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
})

/** Statuses with the codes that all calls, or all with a bearer, share. They are components; others stand with their call. */
const shared = Map.groupBy<number, ErrorCode>([...COMMON_REFUSALS, ...BEARER_REFUSALS], (code) => statusOf[code])

/** Name of the component that is the refusal of this status, such as `BadRequest`. */
const refusalName = (status: number): string => (STATUS_CODES[status] ?? String(status)).replaceAll(/[^A-Za-z]/g, '')

/** The answers that calls share, as components. */
export const sharedResponses = (): Json =>
  Object.fromEntries([...shared].map(([status, codes]) => [refusalName(status), refusalResponse(status, codes)]))

/** The refusals of a call by their status; the shared answer where they are exactly its codes. */
export const refusalResponses = (codes: readonly ErrorCode[]): Json => {
  const byStatus = Map.groupBy(codes, (code) => statusOf[code])
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      String(status),
      of.toSorted().join() === shared.get(status)?.toSorted().join()
        ? { $ref: `#/components/responses/${refusalName(status)}` }
        : refusalResponse(status, of),
    ]),
  )
}

/** What some refusals say beside their code. */
const DETAILS: Partial<Record<ErrorCode, Json>> = {
  invalidRequest: { field: 'note' },
  invalidAmount: { field: 'amount' },
  invalidTo: { field: 'toUser' },
  sessionClosed: { reason: 'idle' },
  tooManyRequests: { retryAfterSeconds: 30 },
  kycRequired: { missing: ['tier1'] },
  limitExceeded: { row: 'L-08', limitCents: 250_000, leftCents: 12_500, freesAt: '2026-11-25T15:04:05.000Z' },
  maxWithdrawLimitReached: { row: 'L-12', remainingCents: 12_500 },
  accountRestricted: { reason: 'frozen' },
  stepUpRequired: {
    challengeId: `chl_${'019ab2c4d5e67f808a1b2c3d4e5f0001'.repeat(2)}`,
    factors: ['totp', 'recoveryCode'],
    intent: { operation: 'sendInApp', payee: 'Ana Ruiz', amount: 250_000, currency: 'USD' },
  },
}

const READER = { locale: 'en-US', timeZone: 'America/New_York' }

/** The text of a refusal in English, its blanks filled from the details. */
const messageOf = (code: ErrorCode, details: Json): string => {
  const at = (path: string) =>
    path.split('.').reduce<unknown>((part, name) => (part as Json | undefined)?.[name], texts) as string | undefined
  const { key, values } = refusalWords(code, details, READER, (path) => typeof at(path) === 'string')
  return (at(key) ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** Every code that the calls of a table refuse with, with its text and its details. */
export const refusalExamples = (table: Endpoints): Json => {
  const codes = new Set(Object.values(table).flatMap(refusalsOf))
  const listed = ERROR_CODES.filter((code) => codes.has(code))
  return Object.fromEntries(
    listed.map((code) => {
      const details = DETAILS[code]
      const message = messageOf(code, details ?? {})
      const value = {
        code,
        message,
        ...(details ? { details } : {}),
        requestId: '0c8f3d27-b1e4-4f6a-9d35-2e8b41c7a590',
      }
      return [code, { summary: message, value }]
    }),
  )
}

/** The schema of every refusal. */
export const REFUSAL = {
  type: 'object',
  properties: {
    code: { type: 'string', enum: [...ERROR_CODES] },
    message: { type: 'string' },
    details: { type: 'object' },
    requestId: { type: 'string' },
  },
  required: ['code', 'message', 'requestId'],
}
