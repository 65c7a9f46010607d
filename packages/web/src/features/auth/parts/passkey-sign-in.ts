/** Signing in with a passkey: by the button, or as what the browser offers for the email field. */
import { call } from '#lib/api/api.ts'
import { clock } from '#lib/browser/clock.ts'
import { askForPasskey, offerPasskeys, PasskeyFailed, stopOffering } from '#shared/passkey/passkey.ts'

/** The server forgets a challenge after five minutes. */
const FRESH_MS = 240_000

/**
 * Asks for a passkey and answers the token of the sign-in; null when the browser gave none.
 * @throws what the call throws
 */
export const signInByPasskey = async (): Promise<string | null> => {
  const { options } = await call('passkeySignInOptions', {})
  try {
    return (await call('passkeySignIn', { credential: await askForPasskey(options) })).token
  } catch (error) {
    if (error instanceof PasskeyFailed) return null
    throw error
  }
}

type Offer = { onToken: (token: string) => Promise<void>; onFailure: (error: unknown) => void }

/** Offers passkeys for as long as the screen stands; the function it answers ends that. */
export const offerPasskeySignIn = ({ onToken, onFailure }: Offer): (() => void) => {
  let isOver = false
  let cancel = () => {}
  const offer = async (): Promise<void> => {
    const options = await call('passkeySignInOptions', {}).then(
      (answer) => answer.options,
      () => null,
    )
    // Without a network nothing is offered, and nothing is missed.
    if (isOver || options === null) return
    // A new offer takes the place of the one before.
    cancel = clock.after(FRESH_MS, () => void offer())
    try {
      const credential = await offerPasskeys(options)
      cancel()
      if (!isOver) await onToken((await call('passkeySignIn', { credential })).token)
    } catch (error) {
      if (!isOver && !(error instanceof PasskeyFailed)) onFailure(error)
    }
  }
  void offer()
  return () => {
    isOver = true
    cancel()
    stopOffering()
  }
}
