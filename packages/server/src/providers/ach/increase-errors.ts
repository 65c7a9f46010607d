import { ProviderError, type ProviderErrorKind } from '../types.ts'

/** Errors of the connection after which nothing can have arrived over there. */
const NEVER_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

type Known = { status?: unknown; headers?: unknown; error?: unknown; cause?: unknown; name?: unknown }

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined

const typeOf = ({ error }: Known): string => {
  const type = fieldOf(error, 'type')
  return typeof type === 'string' ? type : ''
}

const codeOfConnection = (error: unknown): string => {
  for (let cause = error, depth = 0; cause !== undefined && depth < 5; cause = fieldOf(cause, 'cause'), depth += 1) {
    const code = fieldOf(cause, 'code')
    if (typeof code === 'string') return code
  }
  return ''
}

const kindOf = (known: Known): ProviderErrorKind => {
  const { status } = known
  if (typeof status !== 'number') return NEVER_SENT.test(codeOfConnection(known)) ? 'unavailable' : 'unknownOutcome'
  if (status === 401 || status === 403) return 'auth'
  if (status === 429) return 'rateLimited'
  return status >= 400 && status < 500 ? 'invalid' : 'unknownOutcome'
}

const retryAfterOf = ({ headers }: Known): number | undefined => {
  const seconds = headers instanceof Headers ? Number(headers.get('retry-after')) : Number.NaN
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined
}

export const isMissing = (error: unknown): boolean => fieldOf(error, 'status') === 404
/** The object is past what was asked of it. */
export const isTooLate = (error: unknown): boolean => typeOf(error as Known) === 'invalid_operation_error'
/** The transfer that was made under this key by another request; null for any other error. */
export const madeUnderKey = (error: unknown): string | null => {
  const known = error as Known
  const id = fieldOf(known.error, 'resource_id')
  return typeOf(known) === 'idempotency_key_already_used_error' && typeof id === 'string' ? id : null
}

/** What an error of the SDK means for us. Whatever is not plainly known counts as an unknown outcome. */
export const toProviderError = (error: unknown): ProviderError => {
  if (error instanceof ProviderError) return error
  const known: Known = typeof error === 'object' && error !== null ? error : {}
  const code = typeOf(known)
  const retryAfterMs = retryAfterOf(known)
  return new ProviderError(kindOf(known), `the bank answered ${code || 'nothing'}`, {
    cause: error,
    ...(code !== '' && { code }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}
