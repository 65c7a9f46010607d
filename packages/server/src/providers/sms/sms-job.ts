/** A text message to be sent later; like a mail's, its number and its code are sealed in the job's row. */
import { brand, type Language } from '@puente/contract'
import { createTranslator } from 'use-intl/core'
import { decryptField, encryptField } from '#platform/crypto/field-encryption.ts'
import type { JobOf } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import en from '../../../texts/sms/en.json' with { type: 'json' }
import es from '../../../texts/sms/es.json' with { type: 'json' }
import ko from '../../../texts/sms/ko.json' with { type: 'json' }

const catalogues: Record<Language, typeof en> = { en, es, ko }
export type SmsTemplate = keyof typeof en

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'sms.send': {
      ref: string
      template: SmsTemplate
      language: Language
      sealed: string
      until: string
      holder?: SmsHolder | undefined
    }
  }
}
declare module '#platform/events.ts' {
  interface Events {
    /** The holder of this person's phone has told the carrier to stop our texts. */
    'texts.stopped': SmsHolder
    /** The carrier has taken a text to this person's phone. */
    'texts.taken': SmsHolder
  }
}

/** Whose phone it is, and the number as a keyed hash: they may have another one by the time that it is asked. */
export type SmsHolder = { ownerId: string; claim: string }

type SmsContent = {
  to: string
  params: { code?: string; payee?: string; amount?: string; act?: string; notice?: string; ref?: string }
}
export type SmsOrder = SmsContent & {
  template: SmsTemplate
  language: Language
  /** Without one, neither a stop is noted nor its end. */
  holder?: SmsHolder
  /** Stable id of this message. */
  ref: string
  /** After this it is not worth sending. */
  until: Date
}

/** A code that is late by more than a few tries has been asked for again. */
const ATTEMPTS = 6

const placeOf = (ref: string) => ({ table: 'jobs', column: 'sms.send', row: ref })

export const smsJob = (
  { keys }: Pick<Services, 'keys'>,
  { to, params, template, language, ref, until, holder }: SmsOrder,
): JobOf<'sms.send'> => ({
  task: 'sms.send',
  maxAttempts: ATTEMPTS,
  payload: {
    ref,
    template,
    language,
    until: until.toISOString(),
    holder,
    sealed: encryptField(keys.sealing, placeOf(ref), JSON.stringify({ to, params })),
  },
})

export const openSms = ({ keys }: Pick<Services, 'keys'>, ref: string, sealed: string): SmsContent =>
  JSON.parse(decryptField(keys.sealing, placeOf(ref), sealed)) as SmsContent

export const smsText = (template: SmsTemplate, language: Language, params: SmsContent['params']): string =>
  createTranslator({ locale: language, messages: catalogues[language] })(template, {
    ...params,
    appName: brand.appName,
  })
