import * as z from 'zod/mini'
import { text, urlOf, type ValuesOf } from '#platform/config-forms.ts'
import { ConfigRefused } from '#platform/config-refused.ts'
import { isLoopback } from '#platform/loopback.ts'
import type { SettingsSource } from '../settings.ts'

export const mailVariables = {
  SMTP_URL: z.optional(urlOf('smtp:', 'smtps:')),
  MAIL_FROM: z._default(text, 'Puente <hello@puente.test>'),
  MAIL_HOOK_TOKEN: z.optional(text),
}

/** `hookToken` is what whoever hands us returned mail shows; null takes none. */
export type MailSettings = { url: string; from: string; sandbox: boolean; hookToken: string | null }

/** Throws `ConfigRefused` when no server is named and the sandbox is not meant. */
export const mailSettings = (
  { SMTP_URL, MAIL_FROM, MAIL_HOOK_TOKEN }: ValuesOf<typeof mailVariables>,
  { isLive, provider, smtpPort }: Pick<SettingsSource, 'isLive' | 'provider' | 'smtpPort'>,
): MailSettings => {
  const url = SMTP_URL ?? (isLive ? undefined : `smtp://127.0.0.1:${smtpPort}`)
  if (url === undefined) throw new ConfigRefused('SMTP_URL', 'missing, and mail has no sandbox with PROVIDERS=live')
  const sandbox = isLoopback(new URL(url).hostname)
  if (isLive) return { url, from: MAIL_FROM, sandbox, hookToken: MAIL_HOOK_TOKEN ?? null }
  const { credential } = provider(undefined, { live: url, sandboxPath: '' })
  const hookToken = credential('MAIL_HOOK_TOKEN', MAIL_HOOK_TOKEN, (secrets) => secrets.mailHookToken)
  return { url, from: MAIL_FROM, sandbox, hookToken }
}
