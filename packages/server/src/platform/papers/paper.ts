/**
 * What a paper says, as data. One layout (`paper.typ`) sets every paper; a slice that wants one fills this in. Nothing of it is ever read
 * as markup: a name or a note is drawn as it is written.
 *
 * Every text of the product may be given in two languages; they then stand side by side. What people wrote stands once.
 */
import type { Language, PaperSize } from '@puente/contract'

/** So many rows a paper has at most, in all its tables: two seconds of work, and memory to match. What is longer is more papers. */
export const PAPER_ROWS_MAX = 2_000

/** A text of the product: in the language of the paper or, where it has two, in both, the paper's own first. */
export type Words = string | readonly [string, string]

export type PaperTone = 'neutral' | 'positive' | 'waiting' | 'negative'

export type PaperTable = {
  title?: Words
  /** Numbers are `end`. `grow` is the share of what the others leave; a column without it is as wide as its content. */
  columns: readonly { label: Words; align?: 'end'; grow?: number }[]
  rows: readonly (readonly (string | readonly string[])[])[]
  /** Below the table, to the right: sums, with the last one that is `strong` set apart. */
  totals?: readonly { label: Words; value: string; strong?: boolean }[]
}

export type PaperContent = {
  lang: Language
  /** The other party's language, where the paper stands in both. */
  otherLang?: Language
  size: PaperSize
  /** What it is: Receipt, Statement. */
  title: Words
  /** What it is about, beside the title: a reference, a period. */
  subject: string
  /** The number that leads, with the state it is in. */
  lead?: { label: Words; amount: string; state: Words; tone: PaperTone; text?: Words }
  /** From and to, side by side. */
  parties?: readonly { label: Words; name: string; lines?: readonly string[] }[]
  facts?: readonly { label: Words; value: Words; strong?: boolean }[]
  tables?: readonly PaperTable[]
  /** What a person wrote, set apart under its label. */
  note?: { label: Words; text: string }
  /** What the parties agreed to, or what the law wants said, in both languages in full. */
  terms?: readonly Words[]
}

/** How a reader tells that the paper is genuine: the code, the address that takes it, and the sentence beside the QR code. */
export type PaperCheck = {
  code: string
  url: string
  title: Words
  text: Words
  issued: Words
  foot: string
  page: string
  /** What stands in the place of emoji. */
  emoji: string
}
