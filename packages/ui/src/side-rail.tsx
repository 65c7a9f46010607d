import { clsx } from 'clsx'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import type { NavItem, NavToggle } from './tabs-bar.tsx'
import { Target } from './target.tsx'

export type SideRailProps = {
  label: string
  /** The wordmark. */
  brand: ReactNode
  items: readonly NavItem[]
  toggle?: NavToggle
  /** At the bottom: who is signed in, log out. */
  footer?: ReactNode
}

/** The navigation of a wide screen, where `TabsBar` is hidden; between the two breakpoints it shows icons above small labels. */
export const SideRail = ({ label, brand, items, toggle, footer }: SideRailProps) => (
  <nav
    aria-label={label}
    className="fixed inset-y-0 start-0 z-30 hidden w-(--rail-width) flex-col gap-7 border-e border-border bg-surface-raised px-4 py-6 max-wide:px-2 desktop:flex"
  >
    <div className="px-2 max-wide:justify-self-center max-wide:self-center max-wide:px-0 max-wide:[&_[data-wordmark]]:sr-only">
      {brand}
    </div>
    {toggle && (
      <button
        type="button"
        data-sheet-toggle=""
        aria-expanded={toggle.open}
        aria-controls={toggle.open ? toggle.controls : undefined}
        onClick={toggle.onToggle}
        className={clsx(
          'flex min-h-13 items-center gap-3 rounded-md bg-brand px-4 py-2.5 text-start leading-snug font-semibold text-on-brand transition-colors duration-150 hover:bg-brand-strong active:translate-y-px max-wide:flex-col max-wide:gap-1 max-wide:px-1 max-wide:py-3 max-wide:text-center max-wide:text-sm',
          toggle.isAway && 'invisible',
        )}
      >
        <Plus
          aria-hidden="true"
          className={clsx('size-5.5 shrink-0 transition-transform duration-200 ease-out', toggle.open && 'rotate-45')}
        />
        {toggle.label}
      </button>
    )}
    <div className="grid gap-1">
      {items.map(({ id, label: name, icon, current, ...target }) => (
        <Target
          key={id}
          {...target}
          aria-current={current ? 'page' : undefined}
          className={clsx(
            'flex min-h-12 w-full items-center gap-3 rounded-md px-4 text-start font-medium no-underline transition-colors duration-150 [&_svg]:size-5.5',
            'max-wide:flex-col max-wide:gap-1 max-wide:px-1 max-wide:py-2.5 max-wide:text-center max-wide:text-sm',
            current ? 'bg-brand-soft font-semibold text-brand-text' : 'text-text hover:bg-surface-sunken',
          )}
        >
          <span aria-hidden="true">{icon}</span>
          {name}
        </Target>
      ))}
    </div>
    {footer !== undefined && <div className="mt-auto border-t border-border pt-4">{footer}</div>}
  </nav>
)
