/**
 * What the browser does with passkeys. Behind a dynamic import of its own: whoever has none, and no wish for one, fetches nothing
 * of it. Answers are made into what the contract takes.
 */
import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
  type AuthenticationResponseJSON,
} from '@simplewebauthn/browser'
import type { Assertion, Attestation, CreationOptions, RequestOptions } from '@puente/contract'

/**
 * Why a browser gave no answer: the person closed its dialog or let it time out, the authenticator has one already, or something
 * of the browser's own.
 */
export type PasskeyTrouble = 'closed' | 'known' | 'failed'

export class PasskeyFailed extends Error {
  readonly trouble: PasskeyTrouble
  constructor(trouble: PasskeyTrouble, cause: unknown) {
    super(trouble, { cause })
    this.name = 'PasskeyFailed'
    this.trouble = trouble
  }
}

const troubleOf = (error: unknown): PasskeyTrouble => {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'known'
  const name = error instanceof Error ? error.name : ''
  return name === 'NotAllowedError' || name === 'AbortError' ? 'closed' : 'failed'
}

const orTrouble = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw new PasskeyFailed(troubleOf(error), error)
  }
}

/** Makes a passkey. Throws `PasskeyFailed`. */
export const makePasskey = async (options: CreationOptions): Promise<Attestation> => {
  const { id, rawId, type, response } = await orTrouble(startRegistration({ optionsJSON: options as never }))
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  }
}

const assertionOf = ({ id, rawId, type, response }: AuthenticationResponseJSON): Assertion => {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  }
}

/** Asks for a passkey in the browser's dialog. Throws `PasskeyFailed`. */
export const askForPasskey = async (options: RequestOptions): Promise<Assertion> =>
  assertionOf(await orTrouble(startAuthentication({ optionsJSON: options as never })))

/**
 * Offers passkeys among what the browser fills a field in with; settles when the person takes one. Throws `PasskeyFailed`, also
 * when `stopOffering` or another dialog takes its place.
 */
export const offerPasskeys = async (options: RequestOptions): Promise<Assertion> =>
  assertionOf(await orTrouble(startAuthentication({ optionsJSON: options as never, useBrowserAutofill: true })))

export const stopOffering = (): void => WebAuthnAbortService.cancelCeremony()
