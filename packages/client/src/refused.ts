import type { EndpointKey, ErrorCode } from '@puente/contract'

export type Details = Readonly<Record<string, unknown>>

/** The server said no, and why. `code` decides; `message` is a finished sentence in the language that was asked for. */
export class Refused<Code extends ErrorCode = ErrorCode> extends Error {
  readonly call: EndpointKey
  readonly code: Code
  readonly status: number
  readonly details: Details
  readonly requestId: string | null
  /** Whether money may have moved all the same: the same call under the same key tells. */
  readonly isOutcomeUnknown: boolean

  constructor(
    call: EndpointKey,
    answer: { code: Code; status: number; message: string; details: Details; requestId: string | null },
  ) {
    super(answer.message)
    this.name = 'Refused'
    this.call = call
    this.code = answer.code
    this.status = answer.status
    this.details = answer.details
    this.requestId = answer.requestId
    // Our own "not available" has done nothing unless it says otherwise; what stands in between may not know.
    this.isOutcomeUnknown =
      answer.code === 'serviceUnavailable' ? answer.details['outcome'] === 'unknown' : answer.status >= 500
  }
}

/** No answer came. Whether the call was carried out is unknown: send it again under the same key. */
export class Unreachable extends Error {
  readonly call: EndpointKey
  readonly kind: 'network' | 'timeout'

  constructor(call: EndpointKey, kind: Unreachable['kind'], cause?: unknown) {
    super(kind === 'timeout' ? `${call}: no answer in time` : `${call}: no connection`, { cause })
    this.name = 'Unreachable'
    this.call = call
    this.kind = kind
  }
}

/** Whether an error is a refusal with one of these codes, or with any. */
export const isRefused = <Code extends ErrorCode>(error: unknown, ...codes: Code[]): error is Refused<Code> =>
  error instanceof Refused && (codes.length === 0 || (codes as ErrorCode[]).includes(error.code))

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Reads the refusal out of an answer, whatever its body is. */
export const refusalOf = async (call: EndpointKey, response: Response): Promise<Refused> => {
  const body: unknown = await response.json().catch(() => null)
  const said = isRecord(body) ? body : {}
  const code = typeof said['code'] === 'string' ? (said['code'] as ErrorCode) : 'undefined'
  return new Refused(call, {
    code,
    status: response.status,
    message: typeof said['message'] === 'string' ? said['message'] : `${call}: ${response.status}`,
    details: isRecord(said['details']) ? said['details'] : {},
    requestId: typeof said['requestId'] === 'string' ? said['requestId'] : null,
  })
}
