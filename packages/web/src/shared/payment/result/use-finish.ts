/** Ends a payment that was not made: cancels it while it is open, forgets it, and leads home. */
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { paths } from '#lib/layout/paths.ts'
import { providerPage } from '../provider-page.ts'
import type { Session } from './result-view.ts'

export const useFinish = ({ state, transactionId, sendSessionId }: Session) => {
  const router = useRouter()
  const client = useQueryClient()
  const t = useTranslations('money.cancel')
  const { show } = useNotices()
  const textOf = useErrorText()
  const [refusal, setRefusal] = useState<string | null>(null)
  const finish = useMutation({
    mutationFn: async () =>
      state === 'CANCELLED' || state === 'COMPLETED'
        ? state
        : (await call('cancelTransaction', { transactionId })).state,
    onSuccess: async (ended) => {
      // Paid at the moment it was cancelled: it is done, and the screen shows that.
      if (ended === 'COMPLETED') return client.invalidateQueries({ queryKey: queryKeys.paymentSession(sendSessionId) })
      providerPage.end()
      if (ended === 'CANCELLED' && state !== 'CANCELLED') show('positive', t('done'))
      void client.invalidateQueries({ queryKey: queryKeys.transactions })
      return router.history.replace(paths.home.path)
    },
    onMutate: () => setRefusal(null),
    onError: async (error) => setRefusal(await textOf(error)),
  })
  return { finish, refusal }
}
