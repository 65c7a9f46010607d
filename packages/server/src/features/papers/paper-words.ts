/**
 * The texts of papers, in one language or in two. What has a language (labels, sentences, dates) comes as `Words`; amounts are written
 * alike in all of them.
 */
import { formatMoment, formatMoney, type Language, languageOf, STORED_LANGUAGES } from '@puente/contract'
import returnsEn from '@puente/contract/texts/returns/en.json' with { type: 'json' }
import returnsEs from '@puente/contract/texts/returns/es.json' with { type: 'json' }
import returnsKo from '@puente/contract/texts/returns/ko.json' with { type: 'json' }
import { createTranslator } from 'use-intl/core'
import type { Words } from '#platform/papers/paper.ts'
import en from '../../../texts/papers/en.json' with { type: 'json' }
import es from '../../../texts/papers/es.json' with { type: 'json' }
import ko from '../../../texts/papers/ko.json' with { type: 'json' }

const catalogues = {
  en: { ...en, returns: returnsEn },
  es: { ...es, returns: returnsEs },
  ko: { ...ko, returns: returnsKo },
} satisfies Record<Language, object>
type Translate = ReturnType<typeof createTranslator<typeof catalogues.en>>
const translators = Object.fromEntries(
  Object.entries(catalogues).map(([locale, messages]) => [locale, createTranslator({ locale, messages })]),
) as Record<Language, Translate>

/** Dotted name of a text: `receipt.title`. */
export type PaperText = Parameters<Translate>[0]
type Values = Record<string, string | number>

export type PaperWords = {
  lang: Language
  otherLang: Language | null
  /** A text in the language of the paper or, where it has two, in both. Values that have a language themselves are made for each. */
  both: (text: PaperText, values?: Values | ((lang: Language) => Values)) => Words
  /** The same of what the caller words itself. */
  each: (wordsOf: (lang: Language) => string) => Words
  /** Cents as `$1,234.56`. */
  money: (cents: bigint | number) => string
  /** A moment with its zone, `Nov 24, 2026, 6:12 AM EST`; and a calendar day, `November 24, 2026`. */
  moment: (at: Date | string, lang: Language) => string
  day: (isoDay: string, lang: Language) => string
}

const momentIn = (at: Date, lang: Language, timeZone: string): string => {
  const zone = new Intl.DateTimeFormat(STORED_LANGUAGES[lang], { timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  return `${formatMoment(at.toISOString(), STORED_LANGUAGES[lang], timeZone)} ${zone ?? ''}`.trim()
}

/** The words of a paper for its reader. The same language twice is one. */
export const paperWords = (
  reader: { language: Language; timeZone: string },
  asked: { lang?: string; otherLang?: string },
): PaperWords => {
  const lang = languageOf(asked.lang ?? '') ?? reader.language
  const second = languageOf(asked.otherLang ?? '')
  const otherLang = second === lang ? null : second
  const each: PaperWords['each'] = (wordsOf) => (otherLang ? [wordsOf(lang), wordsOf(otherLang)] : wordsOf(lang))
  return {
    lang,
    otherLang,
    each,
    both: (text, values = {}) =>
      each((one) => translators[one](text, typeof values === 'function' ? values(one) : values)),
    money: (cents) => formatMoney(Number(cents), STORED_LANGUAGES[lang]),
    moment: (at, one) => momentIn(new Date(at), one, reader.timeZone),
    day: (isoDay, one) =>
      new Intl.DateTimeFormat(STORED_LANGUAGES[one], { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(`${isoDay}T00:00:00Z`),
      ),
  }
}
