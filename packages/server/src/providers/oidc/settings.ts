import * as z from 'zod/mini'
import { httpUrl, list, text, type ValuesOf } from '#platform/config-forms.ts'
import { ConfigRefused } from '#platform/config-refused.ts'
import type { SettingsSource } from '../settings.ts'
import { SOCIAL_PROVIDERS, type SocialProviderId } from './port.ts'

const known = (value: string): boolean =>
  value === 'off' || list(value).every((one) => (SOCIAL_PROVIDERS as readonly string[]).includes(one))

export const oidcVariables = {
  OIDC_PROVIDERS: z.optional(text.check(z.refine(known, `off, or some of ${SOCIAL_PROVIDERS.join(', ')}`))),
  OIDC_GOOGLE_ISSUER: z.optional(httpUrl),
  OIDC_GOOGLE_CLIENT_ID: z.optional(text),
  OIDC_GOOGLE_CLIENT_SECRET: z.optional(text),
  OIDC_APPLE_ISSUER: z.optional(httpUrl),
  OIDC_APPLE_CLIENT_ID: z.optional(text),
  OIDC_APPLE_TEAM_ID: z.optional(text),
  OIDC_APPLE_KEY_ID: z.optional(text),
  OIDC_APPLE_PRIVATE_KEY: z.optional(text),
  OIDC_OTHER_ISSUER: z.optional(httpUrl),
  OIDC_OTHER_CLIENT_ID: z.optional(text),
  OIDC_OTHER_CLIENT_SECRET: z.optional(text),
  OIDC_OTHER_LABEL: z.optional(text),
}
type Values = ValuesOf<typeof oidcVariables>

/** How we prove to the issuer who we are: with a text, or as Apple wants it with a token signed for each request. */
export type ClientProof =
  | { kind: 'secret'; secret: string }
  | { kind: 'signed'; teamId: string; keyId: string; privateKey: string }

export type IssuerSettings = {
  id: SocialProviderId
  name: string
  /** The issuer, character for character as it calls itself. */
  url: string
  sandbox: boolean
  clientId: string
  proof: ClientProof
  /** Name and address come only with an answer by form. */
  usesForm: boolean
}

type Required = (setting: keyof Values) => string

const google = (values: Values, required: Required, source: SettingsSource): IssuerSettings => {
  const { address, credential } = source.provider(values.OIDC_GOOGLE_ISSUER, {
    live: 'https://accounts.google.com',
    sandboxPath: '/oidc/google',
    byBrowser: true,
  })
  const secret = credential('OIDC_GOOGLE_CLIENT_SECRET', values.OIDC_GOOGLE_CLIENT_SECRET, (of) => of.oidcGoogleSecret)
  const clientId = address.sandbox ? (values.OIDC_GOOGLE_CLIENT_ID ?? 'puente-web') : required('OIDC_GOOGLE_CLIENT_ID')
  return { id: 'google', name: 'Google', ...address, clientId, proof: { kind: 'secret', secret }, usesForm: false }
}

const apple = (values: Values, required: Required, source: SettingsSource): IssuerSettings => {
  const { address, credential } = source.provider(values.OIDC_APPLE_ISSUER, {
    live: 'https://appleid.apple.com',
    sandboxPath: '/oidc/apple',
    byBrowser: true,
  })
  const own = (setting: keyof Values, sandbox: string) =>
    address.sandbox ? (values[setting] ?? sandbox) : required(setting)
  const privateKey = credential('OIDC_APPLE_PRIVATE_KEY', values.OIDC_APPLE_PRIVATE_KEY, (of) => of.oidcApplePrivateKey)
  const [teamId, keyId] = [own('OIDC_APPLE_TEAM_ID', 'SANDBOXTEA'), own('OIDC_APPLE_KEY_ID', 'SANDBOXKEY')]
  return {
    id: 'apple',
    name: 'Apple',
    ...address,
    clientId: own('OIDC_APPLE_CLIENT_ID', 'app.puente.web'),
    proof: { kind: 'signed', teamId, keyId, privateKey },
    usesForm: true,
  }
}

const other = (required: Required, source: SettingsSource): IssuerSettings => {
  const url = required('OIDC_OTHER_ISSUER')
  const { address } = source.provider(url, { live: url, sandboxPath: '' })
  return {
    id: 'other',
    name: required('OIDC_OTHER_LABEL'),
    ...address,
    clientId: required('OIDC_OTHER_CLIENT_ID'),
    proof: { kind: 'secret', secret: required('OIDC_OTHER_CLIENT_SECRET') },
    usesForm: false,
  }
}

/**
 * The issuers people may come from. Unsaid, those are the sandbox's two, or with `PROVIDERS=live` the ones that have a client
 * id. One that is named has to be complete.
 */
export const oidcSettings = (values: Values, source: SettingsSource): IssuerSettings[] => {
  const required: Required = (setting) => {
    const value = values[setting]
    if (typeof value !== 'string') throw new ConfigRefused(setting, 'missing, and this provider is not the sandbox')
    return value
  }
  const isUsed: Record<SocialProviderId, boolean> = {
    google: !source.isLive || values.OIDC_GOOGLE_CLIENT_ID !== undefined,
    apple: !source.isLive || values.OIDC_APPLE_CLIENT_ID !== undefined,
    other: values.OIDC_OTHER_ISSUER !== undefined,
  }
  const named = values.OIDC_PROVIDERS === undefined ? null : list(values.OIDC_PROVIDERS)
  return SOCIAL_PROVIDERS.filter((id) => named?.includes(id) ?? isUsed[id]).map((id) => {
    if (id === 'google') return google(values, required, source)
    return id === 'apple' ? apple(values, required, source) : other(required, source)
  })
}
