import { useNotices } from '@puente/ui/notice'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'

/** Tells people why a guard has led them home. Said once: a reload of the screen does not say it again. */
export const useTurnedAway = (): void => {
  const t = useTranslations('shell.notYet')
  const router = useRouter()
  const { show } = useNotices()
  const from = useLocation({ select: ({ state }) => state.turnedAway })
  const tell = useEffectEvent((screen: NonNullable<typeof from>) => {
    show('negative', t(screen))
    const { turnedAway: _, ...state } = router.history.location.state
    router.history.replace(router.history.location.href, state)
  })
  useEffect(() => {
    if (from !== undefined) tell(from)
  }, [from])
}
