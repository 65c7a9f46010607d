import { clsx } from 'clsx'
import { Dialog as Base } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { useEffect, useInsertionEffect, useRef, type ReactNode } from 'react'
import { iconButtonClass } from './icon-button.tsx'
import { NoticeRegion } from './notice.tsx'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the primary one last. */
  actions?: ReactNode
  /** Shows a close button of this name. */
  closeLabel?: string
  /** False when a choice must be made: neither Escape nor the backdrop closes it. Default true. */
  dismissible?: boolean
  /** Above everything, including the overlays that cover all screens. */
  topmost?: boolean
  /** A picture above the title. */
  picture?: ReactNode
}

/** The longest between the two taps of a double tap: the second must not close what the first has opened. */
const DOUBLE_TAP_MS = 500

/** A modal dialog. Traps the focus and returns it on closing. `onOpenChange(false)` asks to close; the caller sets `open`. */
export const Dialog = (props: DialogProps) => {
  const { open, onOpenChange, title, description, children, actions, closeLabel, dismissible = true, picture } = props
  const openedAt = useRef(0)
  useEffect(() => {
    if (open) openedAt.current = performance.now()
  }, [open])
  const opener = useRef<HTMLElement>(null)
  // Before an autoFocus inside takes the focus: the base looks only then where to return it to.
  useInsertionEffect(() => {
    const focused = document.activeElement
    if (open) opener.current = focused instanceof HTMLElement && focused !== document.body ? focused : null
  }, [open])
  const popup = useRef<HTMLDivElement>(null)
  const layer = props.topmost ? 'z-60' : 'z-40'
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(next, details) => {
        const isRefused =
          (details.reason === 'escape-key' && !dismissible) ||
          (details.reason === 'outside-press' && performance.now() - openedAt.current < DOUBLE_TAP_MS)
        if (!next && isRefused) {
          details.cancel()
          return
        }
        onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          className={`fixed inset-0 ${layer} bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0`}
        />
        <Base.Viewport
          className={`fixed inset-0 ${layer} grid items-end justify-items-center overflow-y-auto p-4 pb-[calc(env(safe-area-inset-bottom,0px)+1rem)] sm:items-center`}
        >
          <Base.Popup
            ref={popup}
            // Where the caller has moved the focus already, it stays.
            finalFocus={() => {
              const focused = document.activeElement
              return (focused === document.body || popup.current?.contains(focused) === true) && opener.current
            }}
            className="relative grid w-full max-w-form gap-4 rounded-lg border border-border bg-surface-raised p-6 text-text shadow-float transition duration-200 ease-out data-ending-style:translate-y-3 data-ending-style:opacity-0 data-starting-style:translate-y-3 data-starting-style:opacity-0"
          >
            {picture}
            <div className="grid gap-2">
              <Base.Title className={clsx('text-xl font-semibold', closeLabel !== undefined && 'pe-10')}>
                {title}
              </Base.Title>
              {description !== undefined && (
                <Base.Description className="text-base text-text-muted" render={<div />}>
                  {description}
                </Base.Description>
              )}
            </div>
            {/* Without a notice it takes no room between its neighbours. */}
            <NoticeRegion isOver className="not-has-[[data-notice]]:absolute has-[[data-notice]]:bg-surface-raised!" />
            {children}
            {actions !== undefined && (
              <div className="grid gap-2.5 pt-1 sm:flex sm:flex-row-reverse sm:justify-start sm:*:only:grow">
                {actions}
              </div>
            )}
            {closeLabel !== undefined && (
              <Base.Close aria-label={closeLabel} className={`${iconButtonClass()} absolute end-3 top-3`}>
                <X aria-hidden="true" />
              </Base.Close>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
