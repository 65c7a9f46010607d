import { object, read, text } from './shape.ts'
import type { Read } from './shape.ts'

const secretFields = {
  stripeSecretKey: text({ pattern: /^sk_test_\w{16,}$/, expected: 'a test key, sk_test_…' }),
  stripeWebhookSecret: text({ pattern: /^whsec_\S{16,}$/, expected: 'a signing secret, whsec_…' }),
  twilioAccountSid: text({ pattern: /^AC[0-9a-f]{32}$/, expected: 'AC and 32 hexadecimal digits' }),
  twilioAuthToken: text({ pattern: /^\w{16,}$/, expected: 'at least 16 letters or digits' }),
  onfidoApiToken: text({ pattern: /^[\w.-]{16,}$/, expected: 'at least 16 letters, digits or points' }),
  onfidoWebhookToken: text({ pattern: /^[\w-]{16,}$/, expected: 'at least 16 letters or digits' }),
  increaseApiKey: text({ pattern: /^\w{16,}$/, expected: 'at least 16 letters or digits' }),
  increaseWebhookSecret: text({ pattern: /^\w{16,}$/, expected: 'at least 16 letters or digits' }),
  increaseAccountId: text({ pattern: /^account_\w{8,}$/, expected: 'account_ and letters or digits' }),
  plaidClientId: text({ pattern: /^\w{16,}$/, expected: 'at least 16 letters or digits' }),
  plaidSecret: text({ pattern: /^\w{16,}$/, expected: 'at least 16 letters or digits' }),
  plaidAccessToken: text({ pattern: /^access-sandbox-\S+$/, expected: 'access-sandbox-…' }),
  plaidAccountId: text({ pattern: /^\w{16,}$/, expected: 'at least 16 letters or digits' }),
  paypalClientId: text({ pattern: /^[\w-]{16,}$/, expected: 'at least 16 letters or digits' }),
  paypalClientSecret: text({ pattern: /^[\w-]{16,}$/, expected: 'at least 16 letters or digits' }),
  paypalWebhookId: text({ pattern: /^[A-Z0-9]{8,50}$/, expected: 'at least 8 capitals or digits' }),
  mailHookToken: text({ pattern: /^\w{16,}$/, expected: 'at least 16 letters or digits' }),
  vapidPublicKey: text({ pattern: /^[\w-]{87}$/, expected: 'a point of P-256 in base64url' }),
  vapidPrivateKey: text({ pattern: /^[\w-]{43}$/, expected: '32 bytes in base64url' }),
  oidcGoogleSecret: text({ pattern: /^[\w-]{16,}$/, expected: 'at least 16 letters or digits' }),
  oidcApplePrivateKey: text({ pattern: /^-----BEGIN PRIVATE KEY-----\s/, expected: 'a private key in PEM (PKCS #8)' }),
}

/** The credentials both sides share, in the forms the providers use (the SDKs check some of them). */
export type SandboxSecrets = Read<typeof secretFields>

/** Reads secrets, naming the field that does not have its provider's form. The values are never part of a message. */
export const readSecrets = (value: unknown): SandboxSecrets => read(object(secretFields), value)
