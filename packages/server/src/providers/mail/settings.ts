import * as z from 'zod/mini'
import { text, urlOf, type ValuesOf } from '#platform/config-forms.ts'
import { ConfigRefused } from '#platform/config-refused.ts'
import { isLoopback } from '#platform/loopback.ts'
import type { SettingsSource } from '../settings.ts'

export const mailVariables = {
  SMTP_URL: z.optional(urlOf('smtp:', 'smtps:')),
  MAIL_FROM: z._default(text, 'Puente <hello@puente.test>'),
}

export type MailSettings = { url: string; from: string; sandbox: boolean }

/** Throws `ConfigRefused` when no server is named and the sandbox is not meant. */
export const mailSettings = (
  { SMTP_URL, MAIL_FROM }: ValuesOf<typeof mailVariables>,
  { isLive, smtpPort }: Pick<SettingsSource, 'isLive' | 'smtpPort'>,
): MailSettings => {
  const url = SMTP_URL ?? (isLive ? undefined : `smtp://127.0.0.1:${smtpPort}`)
  if (url === undefined) throw new ConfigRefused('SMTP_URL', 'missing, and mail has no sandbox with PROVIDERS=live')
  return { url, from: MAIL_FROM, sandbox: isLoopback(new URL(url).hostname) }
}
