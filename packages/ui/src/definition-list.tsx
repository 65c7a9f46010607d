import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type DefinitionRow = {
  term: ReactNode
  value: ReactNode
  /** What there is to add, on a line of its own at the value's edge, so that it never pushes the value down. */
  note?: ReactNode
  /** Emphasised, such as the total. */
  strong?: boolean
}

/**
 * Labels and values of a review or a receipt: side by side, or the value below its label where both do not fit. The order
 * of rows must not change, because the index is the key.
 */
export const DefinitionList = ({ rows }: { rows: readonly DefinitionRow[] }) => (
  <dl className="divide-y divide-border">
    {rows.map((row, at) => (
      <div
        key={at}
        className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0"
      >
        <dt className={clsx(row.strong ? 'font-semibold' : 'text-text-muted')}>{row.term}</dt>
        <dd className={clsx('min-w-0', row.strong ? 'text-lg font-semibold' : 'font-medium')}>{row.value}</dd>
        {row.note !== undefined && <dd className="basis-full text-end text-sm">{row.note}</dd>}
      </div>
    ))}
  </dl>
)
