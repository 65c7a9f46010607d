import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import X from 'lucide-react/icons/x'
import { useEffect, useState, type ReactNode } from 'react'
import { iconButtonClass } from './icon-button.tsx'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  closeLabel: string
  children: ReactNode
  /**
   * What it is opened from. `page` (default) and `header` are modal; on a wide screen the first is centred and the second
   * below the end of the header. `tabs` is not modal and leaves the bottom menu usable.
   */
  over?: 'page' | 'header' | 'tabs'
  id?: string
}

const pressedToggle = (event: Event): boolean =>
  event.target instanceof Element && event.target.closest('[data-sheet-toggle]') !== null

const positions = {
  page: {
    backdrop: 'z-40',
    popup:
      'bottom-0 z-40 pb-[calc(env(safe-area-inset-bottom,0px)+1.25rem)] desktop:inset-0 desktop:m-auto desktop:h-fit desktop:pb-5',
  },
  header: {
    backdrop: 'z-40',
    popup:
      'bottom-0 z-40 pb-[calc(env(safe-area-inset-bottom,0px)+1.25rem)] desktop:start-auto desktop:end-6 desktop:top-18 desktop:bottom-auto desktop:pb-5',
  },
  tabs: {
    backdrop: 'z-20',
    popup:
      'bottom-(--tabs-height) z-20 pb-5 desktop:start-[calc(var(--rail-width)+0.75rem)] desktop:end-auto desktop:top-20 desktop:bottom-auto',
  },
}

/** The longest that a change of the sheet may be on its way, on a device that is busy with something else. */
const MOVING_MS = 3000

/** Whether it has just been opened: while it may be moving, the browser keeps it on a layer of its own, which costs memory. */
const useMoving = (open: boolean): boolean => {
  const [rests, setRests] = useState(false)
  useEffect(() => {
    if (!open) return undefined
    const timer = setTimeout(() => setRests(true), MOVING_MS)
    return () => {
      clearTimeout(timer)
      setRests(false)
    }
  }, [open])
  return open && !rests
}

/**
 * A panel that slides up from the bottom of a phone; see `over` for wide screens. A button that both opens and closes it
 * carries `data-sheet-toggle`, so that pressing it does not count as pressing outside. `onOpenChange(false)` asks to close.
 */
export const Sheet = ({ open, onOpenChange, title, closeLabel, children, over = 'page', id }: SheetProps) => {
  const moving = useMoving(open)
  return (
    <Base.Root
      open={open}
      modal={over !== 'tabs'}
      onOpenChange={(next, details) => {
        const outside = details.reason === 'outside-press' || details.reason === 'focus-out'
        if (!next && outside && pressedToggle(details.event)) {
          details.cancel()
          return
        }
        onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          className={clsx(
            'fixed inset-0 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0',
            positions[over].backdrop,
          )}
        />
        <Base.Popup
          id={id}
          data-moving={moving ? '' : undefined}
          className={clsx(
            'fixed inset-x-0 max-h-[75dvh] overflow-y-auto overscroll-contain rounded-t-lg border-t border-border bg-surface-raised px-5 pt-3 text-text shadow-float',
            'transition duration-200 ease-out data-moving:will-change-transform data-ending-style:translate-y-8 data-ending-style:opacity-0 data-starting-style:translate-y-8 data-starting-style:opacity-0',
            'desktop:w-[26rem] desktop:rounded-lg desktop:border',
            positions[over].popup,
          )}
        >
          <span
            aria-hidden="true"
            className="mx-auto mb-1 block h-1 w-10 rounded-full bg-border-strong/50 desktop:hidden"
          />
          <Base.Title className="mb-2 flex min-h-11 items-center pe-12 text-lg font-semibold">{title}</Base.Title>
          {children}
          {/* Last, so that opening the sheet puts the focus on its first choice and not on the way out. */}
          <Base.Close aria-label={closeLabel} className={clsx(iconButtonClass(), 'absolute end-3 top-4')}>
            <X aria-hidden="true" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
