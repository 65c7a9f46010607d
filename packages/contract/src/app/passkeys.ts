import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { lineIn, TimestampOut } from '../fields.ts'

/** A person has at most so many. */
export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX = 60

/** Base64url without padding, as browsers serialise what an authenticator says. */
const bytes = (code: 'invalidRequest' | 'notFound' | 'invalidSignIn', maxLength: number) =>
  z.string(code).check(z.regex(/^[\w-]+$/, code), z.maxLength(maxLength, code))
const idIn = (code: 'invalidRequest' | 'notFound' | 'invalidSignIn') => bytes(code, 1400)

const type = z.literal('public-key', 'invalidRequest')

/** `RegistrationResponseJSON` of WebAuthn; what browsers add beyond this is left aside. */
export const AttestationIn = z.object(
  {
    id: idIn('invalidRequest'),
    rawId: idIn('invalidRequest'),
    type,
    response: z.object(
      {
        clientDataJSON: bytes('invalidRequest', 4_000),
        attestationObject: bytes('invalidRequest', 40_000),
        transports: z.optional(
          z
            .array(z.string('invalidRequest').check(z.regex(/^[a-z-]{1,20}$/, 'invalidRequest')), 'invalidRequest')
            .check(z.maxLength(10, 'invalidRequest')),
        ),
      },
      'invalidRequest',
    ),
  },
  'invalidRequest',
)
export type Attestation = z.infer<typeof AttestationIn>

/** `AuthenticationResponseJSON` of WebAuthn. */
export const AssertionIn = z.object(
  {
    id: idIn('invalidSignIn'),
    rawId: idIn('invalidSignIn'),
    type,
    response: z.object(
      {
        clientDataJSON: bytes('invalidSignIn', 4_000),
        authenticatorData: bytes('invalidSignIn', 4_000),
        signature: bytes('invalidSignIn', 4_000),
        userHandle: z.optional(z.nullable(bytes('invalidSignIn', 100))),
      },
      'invalidRequest',
    ),
  },
  'invalidRequest',
)
export type Assertion = z.infer<typeof AssertionIn>

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})

/** `PublicKeyCredentialCreationOptionsJSON`, as far as we use it. */
export const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type CreationOptions = z.infer<typeof CreationOptions>

/** `PublicKeyCredentialRequestOptionsJSON`, as far as we use it; without `allowCredentials` any passkey of ours may answer. */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.optional(z.array(Descriptor)),
})
export type RequestOptions = z.infer<typeof RequestOptions>

const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: TimestampOut,
  lastUsedAt: z.nullable(TimestampOut),
  /** Kept in the account of a password manager, so that it outlives the device. */
  backedUp: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

const Passkeys = z.object({ items: z.array(Passkey) })
const nameIn = lineIn('invalidName', PASSKEY_NAME_MAX).check(z.minLength(1, 'invalidName'))

export const passkeys = {
  passkeyOptions: {
    method: 'POST',
    stepUp: 'always',
    path: '/auth/passkeys/options',
    summary: 'What the browser needs to make a passkey; the challenge serves once, within five minutes',
    access: 'user',
    needs: ['email'],
    throttle: 'factors',
    priority: 'money',
    body: z.strictObject({}),
    result: z.object({ options: CreationOptions }),
    refuses: ['emailNotVerified', 'invalidRequest'],
  },
  addPasskey: {
    method: 'POST',
    path: '/auth/passkeys/add',
    summary: 'Keep the passkey that the browser has made',
    access: 'user',
    needs: ['email'],
    throttle: 'factors',
    priority: 'money',
    body: z.strictObject({ credential: AttestationIn, name: nameIn }),
    result: z.object({ passkey: Passkey }),
    refuses: ['emailNotVerified', 'invalidRequest', 'invalidName'],
  },
  listPasskeys: {
    method: 'GET',
    path: '/auth/passkeys/list',
    summary: 'The passkeys of the account, the oldest first',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    result: Passkeys,
    refuses: [],
  },
  renamePasskey: {
    method: 'POST',
    path: '/auth/passkeys/rename',
    summary: 'Give a passkey another name',
    access: 'user',
    throttle: 'factors',
    priority: 'money',
    body: z.strictObject({ id: idIn('notFound'), name: nameIn }),
    result: Passkeys,
    refuses: ['notFound', 'invalidName'],
  },
  removePasskey: {
    method: 'POST',
    stepUp: 'always',
    path: '/auth/passkeys/remove',
    summary: 'Remove a passkey; it no longer signs in',
    access: 'user',
    throttle: 'factors',
    priority: 'money',
    body: z.strictObject({ id: idIn('notFound') }),
    result: Passkeys,
    refuses: ['notFound'],
  },
  passkeySignInOptions: {
    method: 'POST',
    path: '/auth/passkeys/sign-in/options',
    summary: 'What the browser needs to ask for a passkey; names no one',
    access: 'public',
    throttle: 'signIn',
    priority: 'money',
    body: z.strictObject({}),
    result: z.object({ options: RequestOptions }),
    refuses: [],
  },
  passkeySignIn: {
    method: 'POST',
    path: '/auth/passkeys/sign-in',
    summary: 'Prove who one is with a passkey alone; the token opens a session',
    access: 'public',
    throttle: 'signIn',
    priority: 'money',
    body: z.strictObject({ credential: AssertionIn }),
    result: z.object({ token: z.string() }),
    refuses: ['invalidSignIn'],
  },
} as const satisfies Endpoints
