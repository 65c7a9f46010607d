import { ProviderError, type ProviderErrorKind } from '../types.ts'
import { isRecord, listAt, textAt } from '../fields.ts'

/** What PayPal said when it refused: `{ name, message, debug_id, details: [{ field, issue }], links }`. */
export class PaypalRefusal extends Error {
  override readonly name = 'PaypalRefusal'
  readonly status: number
  /** The error's own name, such as `UNPROCESSABLE_ENTITY`. */
  readonly error: string
  /** What is wrong, most telling first, such as `INSTRUMENT_DECLINED`. */
  readonly issues: readonly string[]
  /** What in the request it is about, such as `SENDER_BATCH_ID`. */
  readonly fields: readonly string[]
  /** Addresses that the refusal names, by their relation. */
  readonly links: ReadonlyMap<string, string>
  /** What PayPal's support asks for. */
  readonly debugId: string | null
  constructor(status: number, body: unknown) {
    const error = textAt(body, 'name') ?? textAt(body, 'error') ?? `HTTP ${status}`
    const debugId = textAt(body, 'debug_id')
    super(`${error}${debugId === null ? '' : ` (debug id ${debugId})`}`)
    this.status = status
    this.error = error
    this.issues = listAt(body, 'details').flatMap((detail) => textAt(detail, 'issue') ?? [])
    this.fields = listAt(body, 'details').flatMap((detail) => textAt(detail, 'field') ?? [])
    this.links = new Map(
      listAt(body, 'links').flatMap((link): [string, string][] => {
        const [rel, href] = [textAt(link, 'rel'), textAt(link, 'href')]
        return rel === null || href === null ? [] : [[rel, href]]
      }),
    )
    this.debugId = debugId
  }
}

/** The first request under this id is still at work over there: an answer, although not to the question. */
const AT_WORK: ReadonlySet<string> = new Set(['PREVIOUS_REQUEST_IN_PROGRESS', 'ORDER_COMPLETION_IN_PROGRESS'])

const kindOf = ({ status }: PaypalRefusal, isAtWork: boolean): ProviderErrorKind => {
  if (isAtWork) return 'unknownOutcome'
  if (status === 401 || status === 403) return 'auth'
  if (status === 429) return 'rateLimited'
  return status >= 400 && status < 500 && status !== 408 ? 'invalid' : 'unknownOutcome'
}

/** What an answer that is no success means. `code` is the most telling word of it. */
export const refusalOf = (status: number, body: unknown, retryAfter: string | null): ProviderError => {
  const refusal = new PaypalRefusal(status, body)
  const code = refusal.issues[0] ?? refusal.error
  const isAtWork = status < 500 && AT_WORK.has(code)
  const seconds = Number(retryAfter ?? '')
  return new ProviderError(kindOf(refusal, isAtWork), `PayPal answered ${status} ${refusal.message}`, {
    cause: refusal,
    code,
    ...(seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {}),
    ...(isAtWork ? { isAnswer: true } : {}),
  })
}

/** Errors of the connection after which nothing can have arrived over there. */
const NEVER_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

/** What a call that brought no answer means: unless nothing can have arrived, it may have been carried out. */
export const silenceOf = (error: unknown): ProviderError => {
  if (error instanceof ProviderError) return error
  const cause = error instanceof Error && isRecord(error.cause) ? error.cause : null
  const code = textAt(cause, 'code') ?? ''
  return new ProviderError(NEVER_SENT.test(code) ? 'unavailable' : 'unknownOutcome', 'PayPal gave no answer', {
    cause: error,
    ...(code === '' ? {} : { code }),
  })
}
