import type { Issue } from '../core/shape.ts'

type Type =
  | 'invalid_parameters_error'
  | 'invalid_api_key_error'
  | 'object_not_found_error'
  | 'idempotency_key_already_used_error'
  | 'invalid_operation_error'
  | 'rate_limited_error'
  | 'internal_server_error'
  | 'api_method_not_found_error'

const TITLES: Record<Type, [status: number, title: string]> = {
  invalid_parameters_error: [400, 'The request parameters were invalid.'],
  invalid_api_key_error: [401, 'The API key was invalid.'],
  object_not_found_error: [404, 'The requested object was not found.'],
  api_method_not_found_error: [404, 'The requested API method was not found.'],
  idempotency_key_already_used_error: [409, 'The idempotency key was already used with different parameters.'],
  invalid_operation_error: [409, 'The operation is not possible for this object.'],
  rate_limited_error: [429, 'Too many requests.'],
  internal_server_error: [500, 'There was an internal error.'],
}

/** An answer in Increase's error form, `{ type, title, status, detail }`. */
export class IncreaseError extends Error {
  readonly type: Type
  readonly more: object

  constructor(type: Type, detail: string, more: object = {}) {
    super(detail)
    this.type = type
    this.more = more
  }

  get statusCode() {
    return TITLES[this.type][0]
  }
}

export const increaseErrorBody = ({ type, message, more }: IncreaseError) => {
  const [status, title] = TITLES[type]
  return { type, title, status, detail: message, ...more }
}

export const fromIssue = ({ path, message }: Issue) =>
  new IncreaseError('invalid_parameters_error', `${path}: ${message}`, { errors: [{ field: path, message }] })
