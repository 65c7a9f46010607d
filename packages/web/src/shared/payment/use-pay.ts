/** Makes the call of a confirmed payment of what somebody asked for, and goes on as its answer says: the same for invoices and requests. */
import type { QueryKey } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { isUnproved, useErrorText } from '#lib/forms/use-show-error.ts'
import { useMoneyCall } from './money-call.ts'
import { provider, useLeaving } from './provider-page.ts'

/** What a payment may change, whatever it pays. */
const CHANGED: readonly QueryKey[] = [
  queryKeys.me,
  queryKeys.transactions,
  queryKeys.transactionDetails,
  queryKeys.frequents,
  queryKeys.limits,
  queryKeys.fees,
]
/** What was refused may have another price now, or stand on a card or a way that is gone. */
const REFUSED: readonly QueryKey[] = [queryKeys.cards, queryKeys.config]

type Options<Draft, Paid> = {
  draft: Draft
  keepNow: (change: Partial<Draft>) => void
  /** The call of a draft that was confirmed; null for one that was not. */
  callOf: (draft: Draft) => (() => Promise<Paid>) | null
  /** Goes on to where the answer leads; `leaveFor` opens the provider's page. */
  goOn: (paid: Paid, leaveFor: (url: string) => void) => void
  /**
   * What a refused draft loses: the total that was agreed to and its key, since a refusal is stored under it and trying again is another
   * payment; and its session, once that is over.
   */
  afterRefusal: (isOver: boolean) => Partial<Draft>
  /** What is read again of the thing that is paid. */
  payable: readonly QueryKey[]
}

export const usePayCall = <Draft, Paid>({
  draft,
  keepNow,
  callOf,
  goOn,
  afterRefusal,
  payable,
}: Options<Draft, Paid>) => {
  const client = useQueryClient()
  const textOf = useErrorText()
  const [refusal, setRefusal] = useState<{ text: string; error: unknown } | null>(null)
  const [leaving, setLeaving] = useLeaving()

  const readAgain = (...keys: QueryKey[]) => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }
  const leaveFor = (url: string) => {
    setLeaving(true)
    provider.open(url)
  }
  const { phase, run } = useMoneyCall<Paid>({
    onDone: (paid) => {
      goOn(paid, leaveFor)
      readAgain(...payable, ...CHANGED)
    },
    onRefused: async (error) => {
      keepNow(afterRefusal(error instanceof ApiRefusal && error.code === 'notFound'))
      readAgain(...payable, ...CHANGED, ...REFUSED)
      setRefusal({ text: await textOf(error), error })
    },
  })

  const pay = (confirmed: Draft, isResumed: boolean) => {
    const made = callOf(confirmed)
    if (made) void run(made, isResumed)
  }

  // After a reload while the outcome was open: the same call under the same key answers with it.
  const resume = useEffectEvent(() => pay(draft, true))
  useEffect(() => resume(), [])

  return {
    phase: leaving ? ('sending' as const) : phase,
    /** Why the last try moved no money; null when none was refused. */
    refusal: refusal?.text ?? null,
    /** The same as it came. */
    error: refusal?.error,
    /** It was the person who closed the question for a proof. */
    isClosed: isUnproved(refusal?.error),
    /** @param agreed the total that the person was shown, and what else they chose on the screen */
    confirm: (agreed: Partial<Draft>) => {
      if (phase !== 'idle' || leaving) return
      setRefusal(null)
      keepNow(agreed)
      pay({ ...draft, ...agreed }, false)
    },
  }
}
