import { useNotices } from '@puente/ui/notice'
import { useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { focusHeading } from '#lib/layout/focus-heading.ts'
import { patternOf, seeScreen, useTitle } from '../screen-seen.ts'

/** Clears refusals when the screen they were shown on is left; a success may belong to the next one. */
export const useNoticesLeave = (): void => {
  const { clear } = useNotices()
  const { pathname } = useLocation()
  useEffect(() => () => clear('negative'), [pathname, clear])
}

/** Keeps the browser's title, the focus and the usage log in step with the screen. */
export const useScreenTitle = (): void => {
  const moved = useRef(false)
  const matches = useMatches()
  const leaf = matches.at(-1)
  const named = matches.findLast((match) => match.staticData.title !== undefined)?.staticData
  const title = named?.tab ?? named?.title
  const pattern = patternOf(matches)
  const settled = leaf?.status === 'success'

  useTitle(title)

  useEffect(() => {
    if (!settled) return
    if (moved.current) focusHeading()
    moved.current = true
    seeScreen(pattern, title)
  }, [pattern, settled, title])
}
