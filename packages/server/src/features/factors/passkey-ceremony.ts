/**
 * The two ceremonies of WebAuthn, as far as they need no database. Our passkeys are discoverable, so that they sign in without
 * a name, and verify their person, so that one of them counts as two factors: what one has, and what one is or knows.
 */
import { type Assertion, type Attestation, brand, type CreationOptions, type RequestOptions } from '@puente/contract'
import type { Config } from '#platform/config.ts'
import type { StoredPasskey } from './passkeys-store.ts'

/** 330 modules, for certificates above all: loaded at the first ceremony, and by no command. */
const webauthn = () => import('@simplewebauthn/server')

/** Ed25519, ECDSA on P-256 and RSA with SHA-256: what every authenticator of today makes one of. */
const ALGORITHMS = [-8, -7, -257]

/** How long the browser leaves its dialog open. */
const TIMEOUT_MS = 120_000

type Site = Pick<Config, 'publicUrl'>

/** The host name to which a passkey belongs for good. */
const rpIdOf = ({ publicUrl }: Site): string => new URL(publicUrl).hostname

type Descriptor = Pick<StoredPasskey, 'credentialId' | 'transports'>
const descriptors = (passkeys: readonly Descriptor[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports }))

/** What a browser needs to make a passkey; the authenticators of the given ones are asked for no second. */
export const creationOptions = async (
  site: Site,
  { id, email, fullName }: { id: string; email: string; fullName: string },
  challenge: string,
  passkeys: readonly Descriptor[],
): Promise<CreationOptions> => {
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: brand.appName,
    rpID: rpIdOf(site),
    userName: email,
    userDisplayName: fullName,
    userID: new Uint8Array(Buffer.from(id.replaceAll('-', ''), 'hex')),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: TIMEOUT_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: descriptors(passkeys),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return options as CreationOptions
}

/** What a browser needs to ask for a passkey: one of these, or with null any that it has for us. */
export const requestOptions = async (
  site: Site,
  challenge: string,
  passkeys: readonly Descriptor[] | null,
): Promise<RequestOptions> => {
  const options = await (
    await webauthn()
  ).generateAuthenticationOptions({
    rpID: rpIdOf(site),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(passkeys !== null && { allowCredentials: descriptors(passkeys) }),
  })
  return options as RequestOptions
}

/** The challenge that an answer says it answers; empty when it says none. It is not verified yet. */
export const challengeIn = ({ response }: Attestation | Assertion): string => {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : ''
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

export type MadePasskey = Pick<StoredPasskey, 'credentialId' | 'counter' | 'transports' | 'backedUp'> & {
  publicKey: Uint8Array
  backupEligible: boolean
}

/** The passkey that was made for this challenge on this site, with its person verified; null for anything else. */
export const verifyCreation = async (
  site: Site,
  { response, ...credential }: Attestation,
  challenge: string,
): Promise<MadePasskey | null> => {
  const { transports, ...answer } = response
  try {
    const { verified, registrationInfo } = await (
      await webauthn()
    ).verifyRegistrationResponse({
      response: { ...credential, response: answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.publicUrl,
      expectedRPID: rpIdOf(site),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { credential: made, credentialBackedUp, credentialDeviceType } = registrationInfo
    return {
      credentialId: made.id,
      publicKey: made.publicKey,
      counter: made.counter,
      transports: transports ?? [],
      backedUp: credentialBackedUp,
      backupEligible: credentialDeviceType === 'multiDevice',
    }
  } catch {
    return null
  }
}

/**
 * What an answer to this challenge proves: that the passkey's holder is there and was verified, on this site. Null for anything
 * else, a counter that went backwards included, which means that the authenticator was copied.
 */
export const verifyUse = async (
  site: Site,
  { response, ...credential }: Assertion,
  challenge: string,
  passkey: StoredPasskey,
): Promise<{ counter: number; backedUp: boolean } | null> => {
  const { userHandle, ...answer } = response
  const owner = Buffer.from(passkey.ownerId.replaceAll('-', ''), 'hex').toString('base64url')
  if (userHandle && userHandle !== owner) return null
  try {
    const { verified, authenticationInfo } = await (
      await webauthn()
    ).verifyAuthenticationResponse({
      response: { ...credential, response: answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.publicUrl,
      expectedRPID: rpIdOf(site),
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    const { newCounter, credentialBackedUp } = authenticationInfo
    return verified ? { counter: newCounter, backedUp: credentialBackedUp } : null
  } catch {
    return null
  }
}
