import { ProviderError, type ProviderErrorKind } from '../types.ts'

type HttpError = {
  isAxiosError?: boolean
  response?: { status?: number; data?: unknown; headers?: Record<string, unknown> }
  code?: string
}

const NOTHING_WAS_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])
const BAD_CREDENTIALS = new Set(['INVALID_API_KEYS', 'UNAUTHORIZED_ENVIRONMENT', 'INVALID_ACCESS_TOKEN'])

const kindOf = (status: number | undefined, word: string | undefined, errorCode: string): ProviderErrorKind => {
  if (status === undefined) return NOTHING_WAS_SENT.has(word ?? '') ? 'unavailable' : 'unknownOutcome'
  if (status === 401 || status === 403 || BAD_CREDENTIALS.has(errorCode)) return 'auth'
  if (status === 429) return 'rateLimited'
  // An answer that says yes and still fails was cut off; 408 is a timeout of theirs.
  return status >= 400 && status < 500 && status !== 408 ? 'invalid' : 'unknownOutcome'
}

const errorCodeOf = (data: unknown): string => {
  const given: unknown = typeof data === 'object' && data !== null && 'error_code' in data ? data.error_code : ''
  return typeof given === 'string' ? given : ''
}

const retryAfterOf = (headers: Record<string, unknown> | undefined): number | undefined => {
  const seconds = Number(headers?.['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined
}

/**
 * What an error of the SDK means, with Plaid's own `error_code` as `code`. The error itself is left behind: it holds the
 * request with its tokens. What is none of the SDK's stays what it is.
 */
export const plaidError = (error: unknown): unknown => {
  const { isAxiosError, response, code } = (error ?? {}) as HttpError
  if (isAxiosError !== true) return error
  const errorCode = errorCodeOf(response?.data)
  const known = errorCode === '' ? code : errorCode
  const retryAfterMs = retryAfterOf(response?.headers)
  return new ProviderError(
    kindOf(response?.status, code, errorCode),
    `Plaid answered ${response?.status ?? 'nothing'} ${known ?? ''}`.trim(),
    { ...(known !== undefined && { code: known }), ...(retryAfterMs !== undefined && { retryAfterMs }) },
  )
}
