import { useState } from 'react'
import { ApiUnreachable } from '#lib/api/api-errors.ts'
import { useOnline } from '#lib/api/online.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'

type Shown = { text: string; isUnreachable: boolean }

/** What is wrong with a proof, for its field. That no answer came is taken back once the network is back. */
export const useProofError = () => {
  const textOf = useErrorText()
  const online = useOnline()
  const [shown, setShown] = useState<Shown>()
  const [wasOnline, setWasOnline] = useState(online)
  if (wasOnline !== online) {
    setWasOnline(online)
    if (online && shown?.isUnreachable) setShown(undefined)
  }
  return {
    error: shown?.text,
    setError: (text?: string) => setShown(text === undefined ? undefined : { text, isUnreachable: false }),
    showFailure: async (failure: unknown) =>
      setShown({ text: await textOf(failure), isUnreachable: failure instanceof ApiUnreachable }),
  }
}
