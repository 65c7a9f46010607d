import { brand, type FaqTopic, type Input, type Language, languageOf } from '@puente/contract'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import en from '../../../texts/faqs/en.json' with { type: 'json' }
import es from '../../../texts/faqs/es.json' with { type: 'json' }
import ko from '../../../texts/faqs/ko.json' with { type: 'json' }
import { containsWords } from './content-rules.ts'

type Faq = { id: string; topic: FaqTopic; question: string; answer: string }

const withAddress = (faqs: Faq[]): Faq[] =>
  faqs.map((faq) => ({ ...faq, answer: faq.answer.replaceAll('{email}', brand.supportEmail) }))

const texts: Record<Language, Faq[]> = {
  en: withAddress(en as Faq[]),
  es: withAddress(es as Faq[]),
  ko: withAddress(ko as Faq[]),
}

/** Questions and answers in the language asked for; with a search, those that contain every word of it. */
export const faqs = async (_ctx: PublicCtx, { lang, search = '' }: Input<'faqs'>) => {
  const language = languageOf(lang)
  if (!language) throw new Refusal('invalidLanguage', { field: 'lang' })
  return { items: texts[language].filter(({ question, answer }) => containsWords(`${question} ${answer}`, search)) }
}
