import { createECDH } from 'node:crypto'
import * as z from 'zod/mini'
import { text, type ValuesOf } from '#platform/config-forms.ts'
import { ConfigRefused } from '#platform/config-refused.ts'
import type { SettingsSource } from '../settings.ts'

const HOST = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

export const pushVariables = {
  VAPID_PUBLIC_KEY: z.optional(z.string().check(z.regex(/^[\w-]{87}$/, 'must be a point of P-256 in base64url'))),
  VAPID_PRIVATE_KEY: z.optional(z.string().check(z.regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url'))),
  VAPID_SUBJECT: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/[^\s/]+\S*)$/,
          'must be mailto: and an address, or https:// and a host',
        ),
      ),
  ),
  PUSH_EXTRA_HOSTS: z.optional(text),
}

export type PushSettings =
  | 'off'
  | {
      /** How the services of browsers know us. A new pair orphans every browser that was subscribed. */
      publicKey: string
      privateKey: string
      /** Whom they write to when something is wrong. */
      subject: string
      /** Where browsers may be reached; `*.` stands for any name before the rest. */
      hosts: string[]
      /** Addresses of the sandbox's own service begin so; null where there is none. */
      sandboxUrl: string | null
      sandbox: boolean
    }

/** The services of the browsers there are. An address comes from whoever is signed in, and we send to it. */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const

const extraHosts = (given = ''): string[] => {
  const hosts = given.split(/[\s,]+/).filter((host) => host !== '')
  const odd = hosts.find((host) => !HOST.test(host))
  if (odd !== undefined) throw new ConfigRefused('PUSH_EXTRA_HOSTS', 'wants names of hosts, separated by commas')
  return hosts
}

/** A pair that is none seals nothing, and every browser would be told so one by one. */
const requirePair = (publicKey: string, privateKey: string): void => {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
  } catch {
    throw new ConfigRefused('VAPID_PRIVATE_KEY', 'must be a key of P-256')
  }
  if (pair.getPublicKey('base64url') !== publicKey)
    throw new ConfigRefused('VAPID_PUBLIC_KEY', 'must be the public half of VAPID_PRIVATE_KEY')
}

/** Outside the sandbox there is no push without keys of its own. */
export const pushSettings = (
  values: ValuesOf<typeof pushVariables>,
  { isLive, provider }: SettingsSource,
  mailFrom: string,
): PushSettings => {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values
  if ((publicKey === undefined) !== (privateKey === undefined))
    throw new ConfigRefused(
      publicKey === undefined ? 'VAPID_PUBLIC_KEY' : 'VAPID_PRIVATE_KEY',
      'missing, and the other is set',
    )
  if (publicKey !== undefined && privateKey !== undefined) requirePair(publicKey, privateKey)
  const sender = /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom
  const common = {
    subject: values.VAPID_SUBJECT ?? `mailto:${sender}`,
    hosts: [...KNOWN_HOSTS, ...extraHosts(values.PUSH_EXTRA_HOSTS)],
    sandbox: !isLive,
  }
  if (isLive)
    return publicKey === undefined || privateKey === undefined
      ? 'off'
      : { ...common, publicKey, privateKey, sandboxUrl: null }
  const { address, credential } = provider(undefined, { live: '', sandboxPath: '/wire/push/', byBrowser: true })
  return {
    ...common,
    publicKey: credential('VAPID_PUBLIC_KEY', publicKey, (secrets) => secrets.vapidPublicKey),
    privateKey: credential('VAPID_PRIVATE_KEY', privateKey, (secrets) => secrets.vapidPrivateKey),
    sandboxUrl: address.url,
  }
}
