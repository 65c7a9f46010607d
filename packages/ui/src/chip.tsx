import { clsx } from 'clsx'
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'

export type ChipProps = {
  children: ReactNode
  pressed: boolean
  onPressedChange: (pressed: boolean) => void
  icon?: ReactNode
}

/** A toggle button for a filter (`aria-pressed`). */
export const Chip = ({ children, pressed, onPressedChange, icon }: ChipProps) => (
  <button
    type="button"
    aria-pressed={pressed}
    onClick={() => onPressedChange(!pressed)}
    className={clsx(
      'inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border px-4 text-sm font-semibold whitespace-nowrap transition-colors duration-150 active:translate-y-px',
      pressed
        ? 'border-brand bg-brand text-on-brand hover:bg-brand-strong'
        : 'border-border-strong bg-surface-raised text-text hover:border-brand hover:bg-brand-soft',
    )}
  >
    {pressed ? <Check aria-hidden="true" strokeWidth={3} className="size-4" /> : icon}
    {children}
  </button>
)

/** A labelled group of chips in a line that scrolls sideways on a phone and wraps on a wide screen. */
export const ChipGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset
    aria-label={label}
    className="-mx-1 flex min-w-0 gap-2 overflow-x-auto p-1 [scrollbar-width:none] sm:flex-wrap"
  >
    {children}
  </fieldset>
)
