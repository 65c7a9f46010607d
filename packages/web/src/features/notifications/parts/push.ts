import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotices } from '@puente/ui/notice'
import { useTranslations } from 'use-intl'
import { configQuery } from '#lib/api/config.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { type PushState, readPushState, turnOffPush, turnOnPush } from '#lib/browser/push.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { useMe } from '#lib/session/me.ts'

/** Notifications of this browser: how they stand, and turning them on and off. `undefined` until it is known. */
export const usePush = () => {
  const t = useTranslations('notifications.push')
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  const me = useMe()
  const [isPending, setPending] = useState(false)
  const config = useQuery(configQuery)
  const key = config.data?.pushKey ?? null
  const state = useQuery({
    queryKey: queryKeys.push,
    queryFn: () => readPushState(me.userID),
    networkMode: 'always',
    staleTime: 0,
  })

  const change = async (work: () => Promise<PushState>) => {
    setPending(true)
    try {
      client.setQueryData(queryKeys.push, await work())
    } catch (error) {
      // The browser's own service could not be reached, or does not want to.
      if (error instanceof DOMException) show('negative', t('failed'))
      else await fail(error)
    }
    setPending(false)
  }
  return {
    state: key === null && config.data ? ('none' as const) : config.data && state.data,
    isPending,
    turnOn: () => change(() => (key === null ? Promise.resolve('none' as const) : turnOnPush(me.userID, key))),
    turnOff: () => change(turnOffPush),
  }
}
