/**
 * Moving on from a screen that may stand before the router has arrived: the sign-in screen is shown without one (see
 * `app/front-door.tsx`) and with one, and says the same in both places where it leads.
 */
import type { HistoryState } from '@tanstack/react-router'
import { createContext, useContext, type MouseEvent, type ReactNode } from 'react'
import type { ScreenPath } from './paths.ts'

export type GoOptions = {
  /** Takes the place of the current history entry. */
  replace?: boolean
  state?: HistoryState
}

export type Navigation = {
  /** Where the page is. */
  path: string
  /** Leads to an address of this application. */
  go: (to: string, options?: GoOptions) => void
  /** Preloads what the screen of a path needs. */
  prepare: (to: ScreenPath) => void
}

const NavigationContext = createContext<Navigation | null>(null)

export const NavigationProvider = NavigationContext

/** How to move on; must be called below `NavigationProvider`. */
export const useNavigation = (): Navigation => {
  const navigation = useContext(NavigationContext)
  if (!navigation) throw new Error('useNavigation is called outside NavigationProvider')
  return navigation
}

/** A click that the browser does not take elsewhere: into another tab, a window, a download. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

type Props = {
  to: ScreenPath
  /** What the next screen is handed through the history entry, made when the link is followed. */
  state?: () => HistoryState
  className: string
  children: ReactNode
}

/** A link to a screen, with or without a router. */
export const ScreenLink = ({ to, state, className, children }: Props) => {
  const { path, go, prepare } = useNavigation()
  const follow = (event: MouseEvent) => {
    if (!isPlain(event)) return
    event.preventDefault()
    go(to, state && { state: state() })
  }
  return (
    <a
      href={to}
      aria-current={path === to ? 'page' : undefined}
      onClick={follow}
      onPointerEnter={() => prepare(to)}
      onFocus={() => prepare(to)}
      className={className}
    >
      {children}
    </a>
  )
}
