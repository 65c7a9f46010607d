import type { Issue } from '../core/shape.ts'
import { randomHex } from '../core/random.ts'

type Detail = { field?: string; issue: string; description?: string }

/** An answer in PayPal's error form, `{ name, message, debug_id, details, links }`. */
export class PaypalError extends Error {
  readonly statusCode: number
  readonly error: string
  readonly details: Detail[]
  readonly links: { href: string; rel: string; method: string }[]

  constructor(
    statusCode: number,
    error: string,
    message: string,
    details: Detail[] = [],
    links: PaypalError['links'] = [],
  ) {
    super(message)
    this.statusCode = statusCode
    this.error = error
    this.details = details
    this.links = links
  }
}

export const paypalErrorBody = ({ error, message, details, links }: PaypalError) => ({
  name: error,
  message,
  debug_id: randomHex(13),
  details,
  links: [
    ...links,
    {
      href: `https://developer.paypal.com/docs/api/errors/#${error}`,
      rel: 'information_link',
      method: 'GET',
    },
  ],
})

export const serverError = () => new PaypalError(500, 'INTERNAL_SERVER_ERROR', 'An internal server error has occurred.')

export const tooMany = () =>
  new PaypalError(429, 'RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.')

export const invalidRequest = (details: Detail[] = []) =>
  new PaypalError(
    400,
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
    details,
  )

export const missingResource = () =>
  new PaypalError(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', [
    { issue: 'INVALID_RESOURCE_ID', description: 'Specified resource ID does not exist.' },
  ])

/** Understood, and not carried out; `issue` says why. */
export const unprocessable = (issue: string, description = issue) =>
  new PaypalError(
    422,
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
    [{ issue, description }],
  )

/** The field as a JSON pointer: `purchase_units[0][amount]` is `/purchase_units/0/amount`. */
const pointerOf = (path: string) => `/${path.replaceAll(']', '').replaceAll('[', '/')}`

export const fromIssue = (issue: Issue) =>
  invalidRequest([
    {
      field: pointerOf(issue.path),
      issue:
        issue.kind === 'missing'
          ? 'MISSING_REQUIRED_PARAMETER'
          : issue.kind === 'unknown'
            ? 'UNKNOWN_PARAMETER'
            : 'INVALID_PARAMETER_VALUE',
      description: issue.message,
    },
  ])
