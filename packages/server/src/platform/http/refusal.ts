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

type Groups = Partial<Record<string, Record<string, string>>>
type Texts = { codes: Record<string, string>; reasons: Groups; limits: Groups }
const texts: Record<Language, Texts> = { en, es, ko }

/** The text under a path of the catalogue: `codes.<code>`, `reasons.<code>.<reason>` or `limits.<operation>.<window>`. */
const textAt = ({ codes, reasons, limits }: Texts, key: string): string | undefined => {
  const [part, of = '', one = ''] = key.split('.')
  const [group, name] = part === 'codes' ? [codes, of] : [(part === 'limits' ? limits : reasons)[of] ?? {}, one]
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
  const words = refusalWords(code, details ?? {}, reader, (at) => textAt(catalogue, at) !== undefined)
  const name = words.nameKey === undefined ? undefined : textAt(catalogue, words.nameKey)
  const values: Partial<Record<string, string>> = { ...words.values, ...(name !== undefined && { name }) }
  return (textAt(catalogue, words.key) ?? '').replaceAll(/\{(\w+)\}/g, (_, blank: string) => values[blank] ?? '')
}
