/** HTML as a tagged template: every inserted value is escaped unless it is itself `Html`. */
const brand: unique symbol = Symbol('html')
export type Html = { readonly [brand]: string }

type Insertable = Html | string | number | null | undefined | false | readonly Insertable[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const isHtml = (value: unknown): value is Html => typeof value === 'object' && value !== null && brand in value

const insert = (value: Insertable): string => {
  if (value === null || value === undefined || value === false) return ''
  if (isHtml(value)) return value[brand]
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value))
  return value.map(insert).join('')
}

export const html = (strings: TemplateStringsArray, ...values: Insertable[]): Html => ({
  [brand]: strings.reduce((page, part, at) => page + part + insert(values[at]), ''),
})

/** The finished text of a page. */
export const markup = (page: Html): string => page[brand]

/** Text with its http(s) addresses made into links. */
export const linked = (text: string): Html[] =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/g)
    .map((part, at) =>
      at % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noopener">${part}</a>` : html`${part}`,
    )
