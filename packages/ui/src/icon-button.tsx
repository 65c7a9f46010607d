import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'className' | 'aria-label'> & {
  /** What the button does; read aloud and shown on hover. */
  label: string
  icon: ReactNode
  /** `plain` on paper, `filled` on a soft ground, `hero` on the green card. */
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

/** A round target of 44 px with a picture for a face and words for a name. */
export const IconButton = ({ label, icon, tone, type, ...rest }: IconButtonProps) => (
  <button title={label} {...rest} type={type ?? 'button'} aria-label={label} className={iconButtonClass(tone)}>
    {icon}
  </button>
)
