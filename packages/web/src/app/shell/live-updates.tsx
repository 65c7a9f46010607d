import type { LiveEvent, Me, Transaction } from '@puente/contract'
import { useNotices } from '@puente/ui/notice'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { refresh } from '#lib/api/api.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { followChanges } from '#lib/api/follow-changes.ts'
import { useMe } from '#lib/session/me.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { endSession, applyServerLock } from '#lib/session/session.ts'
import { arrivalOf, type Arrival, isNewlyVerified, isShownOn } from './arrivals.ts'

const PUSH_AFTER_MS = 2_000

const applySessionEvent = (event: LiveEvent): void => {
  if (event.event === 'session') {
    if (event.data.state === 'locked') applyServerLock()
    else endSession(event.data.reason)
  }
  // The bearer carries the user's level; a fresh one carries the new level.
  if (event.event === 'me') void refresh().catch(() => undefined)
}

/** The text of an arrival. */
const useArrivalText = (): ((arrival: Arrival) => string) => {
  const t = useTranslations('shell.arrived')
  const formats = useFormats()
  return (arrival) => {
    switch (arrival.kind) {
      case 'money':
        return t('money', { name: arrival.name, amount: formats.money(arrival.cents) })
      case 'identity':
        return t('identity')
      case 'added':
      case 'back':
      case 'reward':
        return t(arrival.kind, { amount: formats.money(arrival.cents) })
    }
  }
}

/** Follows the live stream while a user is signed in, and announces what arrives. */
export const LiveUpdates = () => {
  const client = useQueryClient()
  const { show } = useNotices()
  const textOf = useArrivalText()
  const { pathname } = useLocation()
  const announce = useEffectEvent((arrival: Arrival) => {
    if (!isShownOn(pathname, arrival)) show('positive', textOf(arrival))
  })
  const onRow = useEffectEvent((row: Transaction, before: Transaction['state'] | undefined) => {
    const me = client.getQueryData<Me>(queryKeys.me)
    const arrival = me && arrivalOf(row, before, me)
    if (arrival) announce(arrival)
  })
  const { KYC, lastEventId } = useMe()
  const follow = useEffectEvent(() =>
    followChanges(client, {
      from: lastEventId,
      onEvent: applySessionEvent,
      onRow: (row, before) => onRow(row, before),
    }),
  )
  useEffect(() => follow(), [])
  const { userID } = useMe()
  const navigate = useNavigate()
  const open = useEffectEvent((path: string) => void navigate({ to: path }))
  useEffect(() => {
    let stop: (() => void) | undefined
    const start = async () => {
      const { followPush } = await import('./push-follow.ts')
      stop ??= followPush(userID, open)
    }
    // It can wait for everything that is looked at.
    const timer = setTimeout(() => void start().catch(() => undefined), PUSH_AFTER_MS)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [userID])
  const tierBefore = useRef(KYC.tier)
  useEffect(() => {
    if (isNewlyVerified(tierBefore.current, KYC.tier)) announce({ kind: 'identity' })
    tierBefore.current = KYC.tier
  }, [KYC.tier])
  return null
}
