/**
 * What of a person's text a paper can show. The typeface has Latin, Korean, Japanese, Greek and Cyrillic letters and common signs, and
 * two more stand behind it for Hebrew and Arabic. None of them has emoji: a word says that they stood there; any other character that is
 * missing is shown as a box.
 */
import type { PaperContent } from './paper.ts'

const BOX = '□'

/** What is not drawn, steers the direction of text or joins others: nothing of it may reach a paper. Line breaks become the layout's. */
// oxlint-disable-next-line no-misleading-character-class -- selectors of variants are meant one by one.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0]/gu
/** One or several in a row, each of whatever parts: a flag, a family, a shade of skin. */
const EMOJI = /(?:(?:\p{RGI_Emoji}|\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)(?:\u200D|\uFE0F)*)+/gv
const SPACES = /[\p{Zs}\t]+/gu

/** So many characters without a break may stand in a line; longer words get places to break at. */
const UNBROKEN = 24
const LONG_WORD = new RegExp(`[^\\s\u200b]{${UNBROKEN}}(?=[^\\s\u200b])`, 'gu')

/** What stands in the place of emoji, in the reader's language, and the other characters that no typeface has. */
export type Substitutes = { emoji: string; missing: ReadonlySet<string> }

/** A text as it is drawn. */
export const printable = (text: string, { emoji, missing }: Substitutes): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .split('\n')
    .map((line) =>
      Array.from(line.replaceAll(EMOJI, emoji).replaceAll(SPACES, ' ').replaceAll(UNSEEN, ''), (character) =>
        missing.has(character) ? BOX : character,
      )
        .join('')
        .replaceAll(LONG_WORD, '$&\u200b'),
    )
    .join('\n')

const isText = (value: unknown): value is string => typeof value === 'string'

/** The same for every text of a paper. */
export const printablePaper = <T>(value: T, substitutes: Substitutes): T => {
  if (isText(value)) return printable(value, substitutes) as T & string
  if (Array.isArray(value)) return value.map((one: unknown) => printablePaper(one, substitutes)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, printablePaper<unknown>(one, substitutes)]),
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
