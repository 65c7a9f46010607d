/**
 * A mail to be sent later, by a job that commits with what it tells about. Its address and its filling (names, codes,
 * links) are sealed: a row of the job table must not be worth more than the row it speaks of.
 */
import type { Language } from '@puente/contract'
import { decryptField, encryptField } from '#platform/crypto/field-encryption.ts'
import type { JobOf } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import type { MailParams } from './mail-params.ts'
import type { MailTemplate } from './mail-texts.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'mail.send': { ref: string; template: MailTemplate; language: Language; sealed: string; until: string | null }
  }
}

export type MailContent = {
  to: string
  params: MailParams
  /** Where one POST ends mails of this kind. */
  unsubscribe?: string
}

export type MailOrder = MailContent & {
  template: MailTemplate
  language: Language
  /** Stable id of this mail; the code or object it is about. */
  ref: string
  /** After this it is not worth sending. */
  until?: Date
}

const placeOf = (ref: string) => ({ table: 'jobs', column: 'mail.send', row: ref })

export const mailJob = (
  { keys }: Pick<Services, 'keys'>,
  { to, params, unsubscribe, template, language, ref, until }: MailOrder,
): JobOf<'mail.send'> => ({
  task: 'mail.send',
  payload: {
    ref,
    template,
    language,
    until: until?.toISOString() ?? null,
    sealed: encryptField(keys.sealing, placeOf(ref), JSON.stringify({ to, params, unsubscribe })),
  },
})

/** What `mailJob` sealed. */
export const openMail = ({ keys }: Pick<Services, 'keys'>, ref: string, sealed: string): MailContent =>
  JSON.parse(decryptField(keys.sealing, placeOf(ref), sealed)) as MailContent
