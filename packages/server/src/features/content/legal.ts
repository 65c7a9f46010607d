import { type Input, type Language, languageOf, type LegalSlug } from '@puente/contract'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import en from '../../../texts/legal/en.json' with { type: 'json' }
import es from '../../../texts/legal/es.json' with { type: 'json' }
import ko from '../../../texts/legal/ko.json' with { type: 'json' }

type LegalText = {
  title: string
  /** What is different from the version before, for those who had accepted it. */
  changes: string[]
  sections: { heading: string; text: string }[]
}
const texts: Record<Language, Record<LegalSlug, LegalText>> = { en, es, ko }

/**
 * The version in force; people who accepted another one are asked again. Raise it together with the texts and their
 * `changes`.
 */
export const TERMS_VERSION = '2026-11-24'
const EFFECTIVE_FROM = '2026-11-24'

/** A legal text, whole, in the language asked for. */
export const legal = async (_ctx: PublicCtx, { slug, lang }: Input<'legal'>) => {
  const language = languageOf(lang)
  if (!language) throw new Refusal('invalidLanguage', { field: 'lang' })
  return { slug, version: TERMS_VERSION, effectiveFrom: EFFECTIVE_FROM, lang: language, ...texts[language][slug] }
}
