/**
 * What of a person's text a paper can show. The typeface has Latin, Korean, Japanese, Greek and Cyrillic letters and common signs, and
 * two more stand behind it for Hebrew and Arabic; a character that none of them has, such as an emoji, is shown as a box, so that it is
 * seen that something stood there.
 */
import type { PaperContent } from './paper.ts'

const BOX = '□'

/** What is not drawn, steers the direction of text or joins others: nothing of it may reach a paper. Line breaks become the layout's. */
// oxlint-disable-next-line no-misleading-character-class -- selectors of variants are meant one by one.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0]/gu
const PICTURES = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F/gu
const SPACES = /[\p{Zs}\t]+/gu

/** So many characters without a break may stand in a line; longer words get places to break at. */
const UNBROKEN = 24
const LONG_WORD = new RegExp(`[^\\s\u200b]{${UNBROKEN}}(?=[^\\s\u200b])`, 'gu')

/** A text as it is drawn, without what `missing` lists. */
export const printable = (text: string, missing: ReadonlySet<string>): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .split('\n')
    .map((line) =>
      Array.from(line.replaceAll(PICTURES, BOX).replaceAll(SPACES, ' ').replaceAll(UNSEEN, ''), (character) =>
        missing.has(character) ? BOX : character,
      )
        .join('')
        .replaceAll(LONG_WORD, '$&\u200b'),
    )
    .join('\n')

const isText = (value: unknown): value is string => typeof value === 'string'

/** The same for every text of a paper. */
export const printablePaper = <T>(value: T, missing: ReadonlySet<string>): T => {
  if (isText(value)) return printable(value, missing) as T & string
  if (Array.isArray(value)) return value.map((one: unknown) => printablePaper(one, missing)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, printablePaper<unknown>(one, missing)]),
  ) as T
}

/** How many rows a paper has in all its tables. */
export const rowsOf = ({ tables = [] }: PaperContent): number => tables.reduce((sum, { rows }) => sum + rows.length, 0)

const NAMED = /the text `\\?"((?:[^"\\]|\\.)*?)\\?"` could not be displayed/gs

/** The characters that the compiler could not draw, out of its message. */
export const missingOf = (message: string): string[] => [
  ...new Set(
    [...message.matchAll(NAMED)].flatMap(([, text = '']) =>
      Array.from(
        text
          .replaceAll('\\\\', '\\')
          .replaceAll(/\\u\{([0-9a-f]+)\}/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
      ),
    ),
  ),
]
