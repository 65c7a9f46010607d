import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'className' | 'aria-label'> & {
  /** What the button does: its accessible name and tooltip. */
  label: string
  icon: ReactNode
  /** `plain` has no background, `filled` a soft one, `hero` is for the green card. */
  tone?: 'plain' | 'filled' | 'hero'
}

const tones = {
  plain: 'text-text hover:bg-surface-sunken',
  filled: 'bg-surface-sunken text-text hover:bg-brand-soft hover:text-brand-text',
  hero: 'text-on-hero outline-on-hero hover:bg-hero-line',
}

/** The classes of an icon button, for links. */
export const iconButtonClass = (tone: NonNullable<IconButtonProps['tone']> = 'plain'): string =>
  clsx(
    'inline-grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-150 active:translate-y-px',
    'disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-5.5',
    tones[tone],
  )

/** A round 44 px button with an icon. */
export const IconButton = ({ label, icon, tone, type, ...rest }: IconButtonProps) => (
  <button title={label} {...rest} type={type ?? 'button'} aria-label={label} className={iconButtonClass(tone)}>
    {icon}
  </button>
)
