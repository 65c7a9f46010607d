/**
 * A sheet rises from the bottom of a phone; on a wide screen it is a panel beside the rail. Over the page it is a
 * modal dialog, which on a wide screen stands in its midst or, below the header's end, by the button that opened it. Over the tabs it leaves the bottom menu within reach, because the toggle that opened it is also what
 * closes it; the toggle carries `data-sheet-toggle`, so that pressing it does not count as pressing outside.
 */
import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { iconButtonClass } from './icon-button.tsx'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  closeLabel: string
  children: ReactNode
  over?: 'page' | 'header' | 'tabs'
  id?: string
}

const pressedToggle = (event: Event): boolean =>
  event.target instanceof Element && event.target.closest('[data-sheet-toggle]') !== null

const places = {
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

export const Sheet = ({ open, onOpenChange, title, closeLabel, children, over = 'page', id }: SheetProps) => (
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
          places[over].backdrop,
        )}
      />
      <Base.Popup
        id={id}
        className={clsx(
          'fixed inset-x-0 max-h-[75dvh] overflow-y-auto overscroll-contain rounded-t-lg border-t border-border bg-surface-raised px-5 pt-3 text-text shadow-float',
          'transition duration-200 ease-out data-ending-style:translate-y-8 data-ending-style:opacity-0 data-starting-style:translate-y-8 data-starting-style:opacity-0',
          'desktop:w-[26rem] desktop:rounded-lg desktop:border',
          places[over].popup,
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
