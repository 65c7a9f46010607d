import type { LiveEvent } from '@puente/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refresh } from '#lib/api.ts'
import { applyLiveEvent } from '#lib/live-cache.ts'
import { shareLive } from '#lib/live-share.ts'
import { endSession, noteLocked } from '#lib/session.ts'

const obeySession = (event: LiveEvent): void => {
  if (event.event === 'session') {
    if (event.data.state === 'locked') noteLocked()
    else endSession(event.data.reason)
  }
  // The bearer carries the level it was made with; a fresh one carries the new.
  if (event.event === 'me') void refresh().catch(() => undefined)
}

/** Follows the live stream while somebody is signed in. */
export const LiveUpdates = () => {
  const client = useQueryClient()
  useEffect(
    () =>
      shareLive((event) => {
        applyLiveEvent(client, event)
        obeySession(event)
      }),
    [client],
  )
  return null
}
