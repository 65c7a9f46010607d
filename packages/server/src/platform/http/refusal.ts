import { type ErrorCode, type Language, severityOf, statusOf } from '@puente/contract'
import en from '@puente/contract/texts/en.json' with { type: 'json' }
import es from '@puente/contract/texts/es.json' with { type: 'json' }
import ko from '@puente/contract/texts/ko.json' with { type: 'json' }

export type Details = Record<string, unknown>

/**
 * The user cannot do this. Thrown in a verb, so that its transaction rolls back; the error handler turns it into
 * `{ code, message, details?, requestId }` with the one status of its code.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: Details | undefined
  constructor(code: ErrorCode, details?: Details) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
  get status(): number {
    return statusOf[this.code]
  }
  get severity() {
    return severityOf[this.code]
  }
}

type Texts = { codes: Record<ErrorCode, string>; reasons: Partial<Record<string, Record<string, string>>> }
const texts: Record<Language, Texts> = { en, es, ko }

/**
 * The catalogue text of a refusal, for logs and developers: screens choose and fill their own by `code`. A `{name}`
 * without a detail of that name stays as it is.
 */
export const refusalMessage = (code: ErrorCode, details: Details | undefined, language: Language): string => {
  const { codes, reasons } = texts[language]
  const reason = typeof details?.reason === 'string' ? details.reason : ''
  const text = reasons[code]?.[reason] ?? codes[code]
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = details?.[name] ?? details?.[`${name}Cents`]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole
  })
}
