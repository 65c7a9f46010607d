/**
 * Where a refused call waits for the proof that it is still the same person. The dialog that asks for it lives with the
 * signed-in screens; while none is there, nothing can be asked and the refusal stands.
 */
import type { StepUpDetails } from '@puente/contract'
import { createStore, useStore } from '#lib/browser/store.ts'
import type { ApiRefusal } from './api-errors.ts'

/**
 * Why a call is made again without a proof, for another challenge: the one before ran out or was tried too often, was answered in another
 * place, or there was nothing to answer it with before.
 */
export type Again = 'over' | 'proved' | 'enrolled'
/** The proof, or why it is asked for once more. Null: the person does not want to. */
export type StepUpAnswer = { token: string } | Again | null
/** The person has nothing to prove with yet, and must first get something, a password where `only` says so; then the call is made again. */
type EnrolDetails = { enrol: true; only?: 'password' }
/** `input`: what the call was given, for words more exact than its name. `again`: why it is not the first challenge. */
export type StepUpRequest = ((StepUpDetails & { input?: unknown; again?: Again | undefined }) | EnrolDetails) & {
  answer: (answer: StepUpAnswer) => void
}

/** How many calls wait for a proof now. */
const waiting = createStore(0)

/** Whether a call waits for a proof: it was refused, and is made again only with that. */
export const useStepUpWaits = (): boolean => useStore(waiting) > 0

let show: ((request: StepUpRequest) => void) | null = null

/** Registers the one place that asks; the function it gets back takes it away. */
export const onStepUp = (listener: (request: StepUpRequest) => void): (() => void) => {
  show = listener
  return () => {
    if (show === listener) show = null
  }
}

const detailsOf = ({ code, details }: ApiRefusal): StepUpDetails | EnrolDetails | null =>
  code === 'stepUpRequired' && (details['enrol'] === true || Array.isArray(details['factors']))
    ? (details as unknown as StepUpDetails | EnrolDetails)
    : null

/** Asks for the proof that a refusal wants; null at once for any other refusal, and where nobody asks. */
export const askStepUp = (refusal: ApiRefusal, input?: unknown, again?: Again): Promise<StepUpAnswer> =>
  new Promise((resolve) => {
    const details = detailsOf(refusal)
    if (details === null || show === null) resolve(null)
    else {
      waiting.set(waiting.get() + 1)
      const answer = (given: StepUpAnswer) => {
        waiting.set(waiting.get() - 1)
        resolve(given)
      }
      show({ ...details, input, again, answer })
    }
  })
