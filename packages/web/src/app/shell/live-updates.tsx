import type { LiveEvent, Me, Transaction } from '@puente/contract'
import { useNotices } from '@puente/ui/notice'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { refresh } from '#lib/api/api.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { applyLiveEvent, knownRow } from '#lib/api/live-cache.ts'
import { shareLive } from '#lib/api/live-share.ts'
import { useMe } from '#lib/session/me.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { endSession, applyServerLock } from '#lib/session/session.ts'
import { arrivalOf, type Arrival, isSaidBy } from './arrivals.ts'

const obeySession = (event: LiveEvent): void => {
  if (event.event === 'session') {
    if (event.data.state === 'locked') applyServerLock()
    else endSession(event.data.reason)
  }
  // The bearer carries the level it was made with; a fresh one carries the new.
  if (event.event === 'me') void refresh().catch(() => undefined)
}

/** An arrival in words. */
const useArrivalText = (): ((arrival: Arrival) => string) => {
  const t = useTranslations('shell.arrived')
  const formats = useFormats()
  return (arrival) => {
    switch (arrival.kind) {
      case 'money':
        return t('money', { name: arrival.name, amount: formats.money(arrival.cents) })
      case 'added':
        return t('added', { amount: formats.money(arrival.cents) })
      case 'identity':
        return t('identity')
    }
  }
}

/** Follows the live stream while somebody is signed in, and says what arrives. */
export const LiveUpdates = () => {
  const client = useQueryClient()
  const { show } = useNotices()
  const textOf = useArrivalText()
  const { pathname } = useLocation()
  const take = useEffectEvent((event: LiveEvent) => {
    const row: Transaction | undefined = event.event === 'transaction' ? knownRow(client, event.data.row.id) : undefined
    const arrival = arrivalOf(event, { me: client.getQueryData<Me>(queryKeys.me), row })
    applyLiveEvent(client, event)
    obeySession(event)
    if (arrival && !isSaidBy(pathname, arrival)) show('positive', textOf(arrival))
  })
  const { lastEventId } = useMe()
  const follow = useEffectEvent(() => shareLive(lastEventId, (event) => take(event)))
  useEffect(() => follow(), [])
  return null
}
