import type { Issue } from '../core/shape.ts'

type Details = {
  code?: string
  decline_code?: string
  param?: string
  payment_intent?: object
  payment_method?: object
}
type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

/** An answer in Stripe's error form, `{ error: { type, code, message, … } }`. */
export class StripeError extends Error {
  readonly statusCode: number
  readonly type: ErrorType
  readonly details: Details

  constructor(statusCode: number, type: ErrorType, message: string, details: Details = {}) {
    super(message)
    this.statusCode = statusCode
    this.type = type
    this.details = details
  }
}

export const stripeErrorBody = (error: StripeError) => ({
  error: {
    ...error.details,
    ...(error.details.code && {
      doc_url: `https://stripe.com/docs/error-codes/${error.details.code.replaceAll('_', '-')}`,
    }),
    message: error.message,
    type: error.type,
  },
})

export const invalidRequest = (message: string, details: Details = {}) =>
  new StripeError(400, 'invalid_request_error', message, details)

export const apiError = () => new StripeError(500, 'api_error', 'An unknown error occurred')

/** A reference to something that does not exist; `param` is `id` when it stands in the path, where Stripe answers 404. */
export const missingResource = (what: string, id: string, param = 'id') =>
  new StripeError(param === 'id' ? 404 : 400, 'invalid_request_error', `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param,
  })

export const fromIssue = (issue: Issue) => {
  if (issue.kind === 'unknown')
    return invalidRequest(`Received unknown parameter: ${issue.path}`, { code: 'parameter_unknown', param: issue.path })
  if (issue.kind === 'missing')
    return invalidRequest(`Missing required param: ${issue.path}.`, { code: 'parameter_missing', param: issue.path })
  return invalidRequest(`Invalid ${issue.path}: ${issue.message}`, { param: issue.path })
}
