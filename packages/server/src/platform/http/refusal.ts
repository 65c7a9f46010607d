import { type ErrorCode, type Language, refusalWords, severityOf, statusOf, STORED_LANGUAGES } from '@puente/contract'
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

type Texts = { codes: Record<string, string>; reasons: Partial<Record<string, Record<string, string>>> }
const texts: Record<Language, Texts> = { en, es, ko }

/** The text under a path of the catalogue, which is `codes.<code>` or `reasons.<code>.<reason>`. */
const textAt = ({ codes, reasons }: Texts, key: string): string | undefined => {
  const [part, code = '', reason = ''] = key.split('.')
  const [group, name] = part === 'codes' ? [codes, code] : [reasons[code] ?? {}, reason]
  return Object.hasOwn(group, name) ? (group as Record<string, string>)[name] : undefined
}

/** The zone of a caller that names none. */
export const HOME_ZONE = 'America/New_York'

/** A refusal as a finished sentence in the caller's language, with amounts, waits and moments as its readers write them. */
export const refusalMessage = (
  code: ErrorCode,
  details: Details | undefined,
  language: Language,
  timeZone: string = HOME_ZONE,
): string => {
  const catalogue = texts[language]
  const reader = { locale: STORED_LANGUAGES[language], timeZone }
  const { key, values } = refusalWords(code, details ?? {}, reader, (at) => textAt(catalogue, at) !== undefined)
  return (textAt(catalogue, key) ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
