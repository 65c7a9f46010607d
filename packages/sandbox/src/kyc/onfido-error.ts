import type { Issue } from '../core/shape.ts'

/** An answer in Onfido's error form, `{ error: { type, message, fields } }`. */
export class OnfidoError extends Error {
  readonly statusCode: number
  readonly type: string
  readonly fields: Record<string, string[]>

  constructor(statusCode: number, type: string, message: string, fields: Record<string, string[]> = {}) {
    super(message)
    this.statusCode = statusCode
    this.type = type
    this.fields = fields
  }
}

export const onfidoErrorBody = ({ type, message, fields }: Pick<OnfidoError, 'type' | 'message' | 'fields'>) => ({
  error: { type, message, fields },
})

/** A value that is read but not acceptable. */
export const validationError = (field: string, problem: string) =>
  new OnfidoError(422, 'validation_error', 'There was a validation error on this request', { [field]: [problem] })

export const badRequest = (message: string) => new OnfidoError(400, 'bad_request', message)

export const missingResource = () => new OnfidoError(404, 'resource_not_found', 'Could not find the requested resource')

/** Unknown fields make the request itself wrong; missing and invalid ones are validation errors. */
export const fromIssue = (issue: Issue) => {
  if (issue.kind === 'unknown') return badRequest(`Unrecognised parameter: ${issue.path}`)
  return validationError(issue.path, issue.kind === 'missing' ? "can't be blank" : issue.message)
}
