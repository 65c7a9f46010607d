import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

export type BarProps = {
  label: ReactNode
  /** In the same unit as `limit`, such as cents. */
  used: number
  limit: number
  /** What is used and, in `leftText`, what is left or when it frees up; formatted by the caller. */
  usedText: string
  leftText?: ReactNode
}

/** How much of a limit is used, as a meter with its figures in words: below its name on a phone, however long that is. */
export const Bar = ({ label, used, limit, usedText, leftText }: BarProps) => {
  const labelId = useId()
  const share = limit <= 0 ? 100 : Math.min(100, Math.max(0, (used / limit) * 100))
  const full = used >= limit
  return (
    <div className="grid gap-2">
      <div className="grid gap-x-4 sm:flex sm:flex-wrap sm:items-baseline sm:justify-between">
        <span id={labelId} className="font-medium">
          {label}
        </span>
        <span className="text-sm text-text-muted tabular-nums">{usedText}</span>
      </div>
      <meter
        className="sr-only"
        aria-labelledby={labelId}
        aria-valuetext={usedText}
        min={0}
        max={limit}
        value={Math.min(used, limit)}
      />
      <div aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-surface-sunken">
        <div
          className={clsx(
            'h-full rounded-full transition-[width] duration-240 ease-out',
            full ? 'bg-negative' : 'bg-brand',
          )}
          style={{ width: `${used > 0 ? Math.max(share, 2) : 0}%` }}
        />
      </div>
      {leftText !== undefined && <p className="text-sm text-text-muted">{leftText}</p>}
    </div>
  )
}
