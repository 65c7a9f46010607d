/**
 * Calls that wait for a proof, one after another. Who has nothing to prove with yet gets something first; the proof that this may
 * want in its turn is asked for above it. When the screens go, as at a lock or the end of the session, all of them are refused.
 */
import { Suspense, useEffect, useRef, useState } from 'react'
import { onStepUp, type StepUpAnswer, type StepUpRequest } from '#lib/api/step-up.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Apart } from '../apart.tsx'

const StepUpDialog = lazyPart(() => import('./step-up-dialog.tsx').then((part) => part.StepUpDialog))
const EnrolDialog = lazyPart(() => import('./enrol-dialog.tsx').then((part) => part.EnrolDialog))

/** The dialog cannot be shown, so nothing can be proved; the call is refused as it was. */
const GivenUp = ({ onGiveUp }: { onGiveUp: () => void }) => {
  useEffect(onGiveUp, [onGiveUp])
  return null
}

export const StepUps = () => {
  const [waiting, setWaiting] = useState<readonly StepUpRequest[]>([])
  const pending = useRef(new Set<StepUpRequest>())
  useEffect(() => {
    const known = pending.current
    const stop = onStepUp((request) => {
      known.add(request)
      setWaiting((before) => [...before, request])
    })
    return () => {
      stop()
      for (const request of known) request.answer(null)
      known.clear()
    }
  }, [])
  const settle = (requests: readonly StepUpRequest[]) => (given: StepUpAnswer) => {
    for (const request of requests) pending.current.delete(request)
    setWaiting((before) => before.filter((request) => !requests.includes(request)))
    for (const request of requests) request.answer(given)
  }
  const enrolling = waiting.filter((request) => 'enrol' in request)
  const proof = waiting.find((request) => 'challengeId' in request)
  const settleEnrol = settle(enrolling)
  const settleProof = settle(proof ? [proof] : [])
  return (
    <>
      {enrolling.length > 0 && (
        <Apart instead={() => <GivenUp onGiveUp={() => settleEnrol(null)} />}>
          <Suspense>
            <EnrolDialog passwordOnly={enrolling.some(({ only }) => only === 'password')} onAnswer={settleEnrol} />
          </Suspense>
        </Apart>
      )}
      {proof && (
        <Apart key={proof.challengeId} instead={() => <GivenUp onGiveUp={() => settleProof(null)} />}>
          <Suspense>
            <StepUpDialog request={proof} onAnswer={settleProof} />
          </Suspense>
        </Apart>
      )}
    </>
  )
}
