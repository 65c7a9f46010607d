/**
 * What a lock screen may show to whoever holds the phone: that something happened, without a name, an amount or a code. The
 * sentence of the list where it has no blanks, else one of its own.
 */
import type { Language, NoticeName } from '@puente/contract'
import noticesEn from '@puente/contract/texts/notices/en.json' with { type: 'json' }
import noticesEs from '@puente/contract/texts/notices/es.json' with { type: 'json' }
import noticesKo from '@puente/contract/texts/notices/ko.json' with { type: 'json' }
import en from '../../../texts/brief/en.json' with { type: 'json' }
import es from '../../../texts/brief/es.json' with { type: 'json' }
import ko from '../../../texts/brief/ko.json' with { type: 'json' }

type Texts = Record<string, Record<string, string> | undefined>

const briefs: Record<Language, Texts> = { en, es, ko }
const sentences: Record<Language, Texts> = { en: noticesEn, es: noticesEs, ko: noticesKo }

/** The brief text of a notification, null for one that has none and so goes neither by push nor by SMS. */
export const briefText = (language: Language, name: NoticeName): string | null => {
  const [kind = '', variant = ''] = name.split('.')
  const brief = briefs[language][kind]?.[variant]
  if (brief !== undefined) return brief
  const sentence = sentences[language][kind]?.[variant]
  return sentence === undefined || sentence.includes('{') ? null : sentence
}
