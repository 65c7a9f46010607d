/** Calls that wait for a proof, one after another. When the screens go, as at a lock or the end of the session, all of them are refused. */
import { Suspense, useEffect, useRef, useState } from 'react'
import { onStepUp, type StepUpAnswer, type StepUpRequest } from '#lib/api/step-up.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Apart } from '../apart.tsx'

const StepUpDialog = lazyPart(() => import('./step-up-dialog.tsx').then((part) => part.StepUpDialog))

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
  const [first] = waiting
  if (!first) return null
  const answer = (given: StepUpAnswer) => {
    pending.current.delete(first)
    setWaiting((before) => before.filter((request) => request !== first))
    first.answer(given)
  }
  return (
    <Apart key={first.challengeId} instead={() => <GivenUp onGiveUp={() => answer(null)} />}>
      <Suspense>
        <StepUpDialog request={first} onAnswer={answer} />
      </Suspense>
    </Apart>
  )
}
