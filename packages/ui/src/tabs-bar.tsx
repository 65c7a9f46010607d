import { clsx } from 'clsx'
import Plus from 'lucide-react/icons/plus'
import { Fragment, type ReactNode } from 'react'
import { Target, type TargetProps } from './target.tsx'

export type NavItem = TargetProps & { id: string; label: string; icon: ReactNode; current?: boolean }

export type NavToggle = {
  label: string
  /** Whether its sheet is open; leave it out where the button leads to a screen. */
  open?: boolean
  onToggle: () => void
  /** Id of the sheet it opens. */
  controls?: string
  /** Hidden for now; on the rail its space is kept, so that the items below do not move. */
  isAway?: boolean
}

export type TabsBarProps = { label: string; items: readonly NavItem[]; toggle?: NavToggle }

/** The bottom navigation of a phone, with the toggle in the middle. Hidden on wide screens, see `SideRail`. */
export const TabsBar = ({ label, items, toggle }: TabsBarProps) => {
  const middle = Math.ceil(items.length / 2)
  return (
    <nav
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-30 h-(--tabs-height) border-t border-border bg-surface-raised desktop:hidden"
    >
      <div className="mx-auto flex h-18 max-w-page items-stretch px-2">
        {items.map((item, at) => (
          <Fragment key={item.id}>
            {toggle && at === middle && <Toggle {...toggle} />}
            <Tab item={item} />
          </Fragment>
        ))}
        {toggle && items.length <= middle && <Toggle {...toggle} />}
      </div>
    </nav>
  )
}

const Tab = ({ item }: { item: NavItem }) => {
  const { label, icon, current, render, href, onClick } = item
  return (
    <Target
      render={render}
      href={href}
      onClick={onClick}
      aria-current={current ? 'page' : undefined}
      className={clsx(
        'relative grid flex-1 content-center justify-items-center gap-1 rounded-md text-sm font-semibold no-underline -outline-offset-4 transition-colors duration-150 [&_svg]:size-6',
        current ? 'text-brand-text' : 'text-text-muted hover:text-text',
      )}
    >
      {current && <span aria-hidden="true" className="absolute top-0 h-0.75 w-10 rounded-b-sm bg-brand" />}
      <span aria-hidden="true">{icon}</span>
      {label}
    </Target>
  )
}

const Toggle = ({ label, open, onToggle, controls }: NavToggle) => (
  <div className="grid w-20 shrink-0 justify-items-center">
    <button
      type="button"
      data-sheet-toggle=""
      aria-label={label}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={onToggle}
      className="-mt-5 grid size-16 place-items-center rounded-full bg-brand text-on-brand ring-4 ring-surface transition-colors duration-150 hover:bg-brand-strong active:translate-y-px"
    >
      <Plus
        aria-hidden="true"
        className={clsx('size-7 transition-transform duration-200 ease-out', open && 'rotate-45')}
      />
    </button>
  </div>
)
