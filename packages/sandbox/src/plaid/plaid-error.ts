import type { PlaidError as PlaidErrorBody } from 'plaid'
import { randomWord } from '../core/random.ts'
import type { Issue } from '../core/shape.ts'

/** An answer in Plaid's error form. */
export class PlaidRefusal extends Error {
  readonly statusCode: number
  readonly type: string
  readonly code: string

  constructor(statusCode: number, type: string, code: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.type = type
    this.code = code
  }
}

export const requestId = () => randomWord(15)

export const plaidErrorBody = ({ type, code, message }: Pick<PlaidRefusal, 'type' | 'code' | 'message'>) =>
  ({
    error_type: type as PlaidErrorBody['error_type'],
    error_code: code,
    error_message: message,
    display_message: null,
    documentation_url: 'https://plaid.com/docs/errors/',
    suggested_action: null,
    request_id: requestId(),
  }) satisfies PlaidErrorBody

export const invalidField = (message: string) => new PlaidRefusal(400, 'INVALID_REQUEST', 'INVALID_FIELD', message)

export const fromIssue = ({ kind, path, message }: Issue) => {
  if (kind === 'unknown')
    return new PlaidRefusal(
      400,
      'INVALID_REQUEST',
      'UNKNOWN_FIELDS',
      `the following fields are not recognized by this endpoint: ${path}`,
    )
  if (kind === 'missing')
    return new PlaidRefusal(
      400,
      'INVALID_REQUEST',
      'MISSING_FIELDS',
      `the following required fields are missing: ${path}`,
    )
  return invalidField(`${path} ${message}`)
}
