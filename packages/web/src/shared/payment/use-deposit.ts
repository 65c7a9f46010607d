/** Starts a card payment and continues as the answer says: to the provider's page, or to the result. */
import type { Request as Sent, Result } from '@puente/contract'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { useMoneyCall } from './money-call.ts'
import { providerPage, provider } from './provider-page.ts'
import { paths } from '#lib/layout/paths.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'

type Start = {
  amount: number
  totalCharge: number
  key: string
  /** The call may have been made before the page was loaded again. */
  isResumed?: boolean
}

export const useDeposit = ({ onLeft, onRefused }: { onLeft: () => void; onRefused: (error: unknown) => void }) => {
  const router = useRouter()
  const textOf = useErrorText()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [leaving, setLeaving] = useLeaving()
  const { phase, run } = useMoneyCall<Result<'startDeposit'>>({
    onDone: ({ tipo, url, sendSessionId }) => {
      providerPage.begin(sendSessionId)
      onLeft()
      if (tipo !== 'redirect' || url === undefined) return router.history.push(paths.depositSuccess.path)
      setLeaving(true)
      return provider.open(url)
    },
    onRefused: async (error) => {
      // A send session lasts three hours; after that the payment starts over.
      if (error instanceof ApiRefusal && error.code === 'notFound') providerPage.end()
      onRefused(error)
      setRefusal(await textOf(error))
    },
  })

  const start = ({ amount, totalCharge, key, isResumed = false }: Start) => {
    if (leaving) return
    setRefusal(null)
    // After coming back without paying this is another attempt at the same payment, which closes the earlier page.
    const sendSessionId = providerPage.id()
    const body: Sent<'startDeposit'> = {
      method: 'card',
      amount,
      currency: 'USD',
      expectedTotalCharge: totalCharge,
      ...(sendSessionId !== null && { sendSessionId }),
    }
    void run(() => call('startDeposit', body, { idempotencyKey: key }), isResumed)
  }
  return {
    phase: leaving ? ('sending' as const) : phase,
    /** Why the last try charged nothing; null when none was refused. */
    refusal,
    start,
  }
}

/** True from the moment the page is being left: taps are ignored. Back restores the page and resets it. */
const useLeaving = () => {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    const onShow = () => setLeaving(false)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  return [leaving, setLeaving] as const
}
