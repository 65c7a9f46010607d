/** How a call can end other than well. */
import { ERROR_CODES, type ErrorCode } from '@puente/contract'

const known: ReadonlySet<string> = new Set(ERROR_CODES)

export type Details = Readonly<Record<string, unknown>>

/** The server refused the call. An answer without a code, or with one we do not know, has the code `undefined`. */
export class ApiRefusal extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Details
  readonly requestId: string | null

  constructor(code: ErrorCode, status: number, details: Details = {}, requestId: string | null = null) {
    super(code)
    this.name = 'ApiRefusal'
    this.code = code
    this.status = status
    this.details = details
    this.requestId = requestId
  }
}

/**
 * No answer came. Whether the server acted is unknown: for a call that moves money the screen says that it is checking
 * and sends the same call again under the same key; it never says that it failed.
 */
export class ApiUnreachable extends Error {
  /** `broken`: an answer began, and broke off before its end. */
  readonly kind: 'offline' | 'timeout' | 'broken'

  constructor(kind: ApiUnreachable['kind']) {
    super(kind)
    this.name = 'ApiUnreachable'
    this.kind = kind
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Reads the refusal out of an answer's status and body, whatever that body is. */
export const refusalFrom = (status: number, body: unknown, retryAfter: string | null): ApiRefusal => {
  const fields = isRecord(body) ? body : {}
  const code =
    typeof fields['code'] === 'string' && known.has(fields['code']) ? (fields['code'] as ErrorCode) : 'undefined'
  const seconds = Number(retryAfter ?? Number.NaN)
  const details = {
    ...(Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {}),
    ...(isRecord(fields['details']) ? fields['details'] : {}),
  }
  return new ApiRefusal(code, status, details, typeof fields['requestId'] === 'string' ? fields['requestId'] : null)
}

/**
 * Whether a call that moves money may have happened. The server's own "not available" means that nothing did, unless it
 * states that the outcome is unknown; a proxy in between may answer the same status without knowing.
 */
export const isOutcomeUnknown = (error: unknown): boolean => {
  if (error instanceof ApiUnreachable) return true
  if (!(error instanceof ApiRefusal)) return false
  return error.code === 'serviceUnavailable' ? error.details['outcome'] === 'unknown' : error.status >= 500
}
