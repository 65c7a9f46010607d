/** The archive's first file: what each of the others is, in the language of its owner. */
import { brand, type Language } from '@puente/contract'
import { createTranslator } from 'use-intl/core'
import en from '../../../texts/archive/en.json' with { type: 'json' }
import es from '../../../texts/archive/es.json' with { type: 'json' }
import ko from '../../../texts/archive/ko.json' with { type: 'json' }

const catalogues: Record<Language, typeof en> = { en, es, ko }

/** @param at when the archive was put together */
export const readmeOf = (language: Language, at: Date): string => {
  const messages = catalogues[language]
  const t = createTranslator({ locale: language, messages })
  const words = { appName: brand.appName, at: `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC` }
  const files = Object.entries(messages.files).map(([name, is]) => `${name}: ${is}`)
  return [t('title', words), '', t('intro', words), t('form'), '', ...files, ''].join('\r\n')
}
