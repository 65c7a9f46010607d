import { clsx } from 'clsx'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Target, type TargetProps } from './target.tsx'

export type ListRowProps = TargetProps & {
  title: ReactNode
  subtitle?: ReactNode
  /** An avatar or an icon in a circle. */
  leading?: ReactNode
  /** An amount, a badge. */
  trailing?: ReactNode
  trailingNote?: ReactNode
  /** An arrow at the end, for rows of a menu. */
  chevron?: boolean
  /** Marks the row whose detail is shown beside the list. */
  selected?: boolean
}

/** A row of a `List`: a link, a button or plain text, see `TargetProps`. */
export const ListRow = (props: ListRowProps) => {
  const { title, subtitle, leading, trailing, trailingNote, chevron, selected, ...target } = props
  const acts = target.render !== undefined || target.href !== undefined || target.onClick !== undefined
  return (
    <li>
      <Target
        {...target}
        aria-current={selected ? 'page' : undefined}
        className={clsx(
          'flex min-h-17 w-full items-center gap-3.5 px-4 py-3 text-start text-text no-underline -outline-offset-2',
          acts && 'transition-colors duration-150 hover:bg-surface-sunken/60 active:bg-surface-sunken',
          selected && 'bg-brand-soft',
        )}
      >
        {leading}
        {/* Where a long name and a large amount do not fit side by side, the amount moves to a line of its own. */}
        <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
          <span className="grid min-w-0 flex-[1_1_8rem] gap-0.5">
            <span className="font-medium">{title}</span>
            {subtitle !== undefined && <span className="text-sm text-text-muted">{subtitle}</span>}
          </span>
          {(trailing !== undefined || trailingNote !== undefined) && (
            <span className="ms-auto grid shrink-0 justify-items-end gap-0.5 text-end">
              {trailing}
              {trailingNote !== undefined && (
                <span className="text-sm text-text-muted tabular-nums">{trailingNote}</span>
              )}
            </span>
          )}
        </span>
        {chevron && <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-text-muted" />}
      </Target>
    </li>
  )
}

export type ListProps = { children: ReactNode; label?: string; labelledBy?: string }

/** A raised list of `ListRow`s, separated by hairlines. */
export const List = ({ children, label, labelledBy }: ListProps) => (
  <ul
    aria-label={label}
    aria-labelledby={labelledBy}
    className="divide-y divide-border overflow-hidden rounded-md border border-border bg-surface-raised"
  >
    {children}
  </ul>
)

export type RowIconProps = { children: ReactNode; tone?: 'plain' | 'brand' | 'waiting' | 'negative' }

const iconTones = {
  plain: 'bg-surface-sunken text-text',
  brand: 'bg-brand-soft text-brand-text',
  waiting: 'bg-waiting-soft text-waiting',
  negative: 'bg-negative-soft text-negative',
}

/** An icon in a circle the size of an avatar, for `leading`. */
export const RowIcon = ({ children, tone = 'plain' }: RowIconProps) => (
  <span
    aria-hidden="true"
    className={clsx('grid size-11 shrink-0 place-items-center rounded-full [&_svg]:size-5.5', iconTones[tone])}
  >
    {children}
  </span>
)
