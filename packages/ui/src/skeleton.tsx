import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type SkeletonProps = { shape?: 'line' | 'title' | 'figure' | 'amount' | 'circle' | 'block' }

const shapes = {
  line: 'h-4 w-3/5 rounded-sm',
  title: 'h-6 w-2/5 rounded-sm',
  figure: 'h-5 w-16 rounded-sm',
  amount: 'h-11 w-44 rounded-sm',
  circle: 'size-11 rounded-full',
  block: 'h-28 w-full rounded-md',
}

/** A placeholder in the shape of content that is loading. Wrap skeletons in `Loading`, which announces it. */
export const Skeleton = ({ shape = 'line' }: SkeletonProps) => (
  <span aria-hidden="true" className={clsx('block shrink-0 animate-breathe bg-surface-sunken', shapes[shape])} />
)

/** Placeholders for the rows of a list. */
export const SkeletonRows = ({ count = 4 }: { count?: number }) => (
  <div className="divide-y divide-border overflow-hidden rounded-md border border-border bg-surface-raised">
    {Array.from({ length: count }, (_, row) => (
      <div key={row} className="flex min-h-17 items-center gap-3.5 px-4 py-3">
        <Skeleton shape="circle" />
        <span className="grid grow gap-2">
          <Skeleton />
          <span className="w-3/5">
            <Skeleton />
          </span>
        </span>
        <Skeleton shape="figure" />
      </div>
    ))}
  </div>
)

/** Announces `label` to screen readers once, around the skeletons that everyone else sees. */
export const Loading = ({ label, children }: { label: string; children: ReactNode }) => (
  <div aria-busy="true">
    <output className="sr-only">{label}</output>
    {children}
  </div>
)
