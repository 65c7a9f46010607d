import type { StepUpIntent } from '@puente/contract'
import { blindIndex } from '#platform/crypto/tokens.ts'
import { canonicalJson } from '#platform/http/requests.ts'
import type { Intent } from '#platform/http/step-up.ts'
import type { Keys } from '#platform/secrets.ts'

/** What a proof is bound to beside the intent; without a session it is the second factor of a sign-in. */
export type Prover = { ownerId: string; sessionId: string | null }

/** The name of a payee may change while the dialog is open; who it is may not. */
const bound = (intent: Intent): unknown => {
  if ('input' in intent) return { operation: intent.operation, input: intent.input }
  const { payee: _, ...rest } = intent
  return rest
}

/**
 * What a proof is good for, as a keyed hash: the input of an act may be short or a password, and must not be found by trying.
 */
export const intentHash = (keys: Pick<Keys, 'blindIndex'>, { ownerId, sessionId }: Prover, intent: Intent): Buffer =>
  Buffer.from(blindIndex(keys, 'step-up', canonicalJson({ ownerId, sessionId, intent: bound(intent) })), 'hex')

/** As people are shown it; nothing of an act's input but what it says of money. */
export const shownIntent = (intent: Intent): StepUpIntent => {
  if ('input' in intent) return { operation: intent.operation, ...intent.shown }
  const { payeeId: _, ...shown } = intent
  return shown
}
