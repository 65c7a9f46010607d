import { cva } from 'class-variance-authority'
import { clsx } from 'clsx'
import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

const variants = cva(
  [
    'relative inline-flex select-none items-center justify-center gap-2 rounded-md text-center text-balance font-semibold no-underline',
    'transition-colors duration-150 active:translate-y-px [&_svg]:shrink-0',
    'data-disabled:cursor-not-allowed data-disabled:border-transparent data-disabled:bg-surface-sunken data-disabled:text-text-muted',
  ],
  {
    variants: {
      variant: {
        primary: 'bg-brand text-on-brand hover:bg-brand-strong',
        // A shade deeper under the pointer: the colour of the primary action stays with that.
        secondary: 'bg-brand-soft text-brand-text hover:bg-[color-mix(in_oklab,var(--brand-soft),var(--brand)_14%)]',
        ghost: 'text-brand-text hover:bg-brand-soft',
        danger: 'bg-negative text-on-negative hover:brightness-90',
      },
      size: {
        small: 'min-h-11 px-4 py-2 text-sm',
        medium: 'min-h-12 px-5 py-2.5 text-base',
        large: 'min-h-14 px-6 py-3 text-base',
      },
      full: { true: 'w-full', false: '' },
    },
    defaultVariants: { variant: 'primary', size: 'medium', full: false },
  },
)

export type ButtonVariants = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  size?: 'small' | 'medium' | 'large'
  /** Full width, as a screen's main action on a phone. */
  full?: boolean
}

/** The classes of a button, for links that look like an action. */
export const buttonClass = (options: ButtonVariants = {}): string => variants(options)

export type ButtonProps = ButtonVariants &
  Omit<ComponentProps<'button'>, 'className' | 'disabled'> & {
    disabled?: boolean
    /** Why the button is disabled; shown beneath it and read with its name. */
    reason?: ReactNode
    /** The action is under way: clicks are ignored and a spinner replaces the label. */
    pending?: boolean
    /** Announced to screen readers while pending. */
    pendingLabel?: string
    icon?: ReactNode
  }

/**
 * A button that stays focusable while it cannot be used: disabled, it shows `reason` below; pending, it keeps its width and
 * announces `pendingLabel`. It ignores clicks itself in both states (`aria-disabled`), because the `disabled` attribute would
 * drop the focus and hide the reason.
 */
export const Button = (props: ButtonProps) => {
  const { variant, size, full, disabled, reason, pending, pendingLabel, icon, children, onClick, type, ...rest } = props
  const reasonId = useId()
  const blocked = disabled === true || pending === true
  const showReason = disabled === true && reason !== undefined && reason !== null

  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    onClick?.(event)
  }

  return (
    <span className={clsx('gap-2', full ? 'grid' : 'inline-grid')}>
      <button
        {...rest}
        type={type ?? 'button'}
        onClick={click}
        className={variants({ variant, size, full })}
        aria-disabled={blocked || undefined}
        aria-busy={pending || undefined}
        aria-describedby={showReason ? reasonId : rest['aria-describedby']}
        data-disabled={disabled ? '' : undefined}
      >
        <span className={clsx('inline-flex items-center justify-center gap-2', pending && 'opacity-0')}>
          {icon}
          {children}
        </span>
        {pending && (
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        )}
      </button>
      <output className="sr-only">{pending ? pendingLabel : ''}</output>
      {showReason && (
        <span id={reasonId} className="block text-center text-sm text-text-muted">
          {reason}
        </span>
      )}
    </span>
  )
}
