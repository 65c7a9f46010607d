import type { Language } from '@puente/contract'
import { brand } from '@puente/contract'
import { createTranslator } from 'use-intl/core'
import en from '../../../texts/mail/en.json' with { type: 'json' }
import es from '../../../texts/mail/es.json' with { type: 'json' }
import ko from '../../../texts/mail/ko.json' with { type: 'json' }
import type { MailParams } from './mail-params.ts'

const catalogues: Record<Language, typeof en> = { en, es, ko }

export type MailTemplate = Exclude<keyof typeof en, 'frame'>

/** A mail in words: paragraphs before and after its code and its button. */
export type MailWords = {
  subject: string
  greeting: string
  lead: string
  codeLabel: string
  code: string | null
  button: { label: string; link: string } | null
  after: string
  footer: string
}

/** Fills a template in a language. */
export const mailWords = (template: MailTemplate, language: Language, { name, code, link }: MailParams): MailWords => {
  const t = createTranslator({ locale: language, messages: catalogues[language] })
  const label = t(`${template}.button`)
  return {
    subject: t(`${template}.subject`, { appName: brand.appName }),
    greeting: name === undefined ? t('frame.hello') : t('frame.greeting', { name }),
    lead: t(`${template}.lead`, { appName: brand.appName }),
    codeLabel: t('frame.code'),
    code: code ?? null,
    button: link === undefined || label === '' ? null : { label, link },
    after: t(`${template}.after`, { appName: brand.appName }),
    footer: t('frame.footer', { appName: brand.appName, email: brand.supportEmail }),
  }
}
