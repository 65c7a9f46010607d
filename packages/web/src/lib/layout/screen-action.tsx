import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** It follows the content instead, so that what stands right above it has been on the screen before it can be pressed. */
  unpinned?: boolean
}

/**
 * The one action of a flow's step, pinned within the thumb's reach: to the foot of a phone's screen, on a wide one to the
 * foot of the window or of the column, whichever ends first. What is focused scrolls clear of it (`scroll-padding`).
 */
export const ScreenAction = ({ children, unpinned = false }: Props) =>
  unpinned ? (
    <div data-action="unpinned">{children}</div>
  ) : (
    <div data-action="pinned" className="desktop:sticky desktop:bottom-0 desktop:-mb-6">
      <div className="fixed inset-x-0 bottom-0 z-20 border-t border-border bg-surface px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom,0px))] sm:px-6 short:pt-1.5 short:pb-1.5 desktop:static desktop:border-0 desktop:bg-surface-raised desktop:px-0 desktop:pt-4 desktop:pb-6">
        <div className="mx-auto max-w-form desktop:mx-0 desktop:max-w-none">{children}</div>
      </div>
    </div>
  )
