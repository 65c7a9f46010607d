import { clsx } from 'clsx'
import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'

export type TimelineState = 'done' | 'current' | 'upcoming' | 'stopped' | 'failed'

export type TimelineStep = {
  id: string
  title: ReactNode
  /** When it happened or is expected, formatted by the caller. */
  time?: ReactNode
  detail?: ReactNode
  state: TimelineState
}

export type TimelineProps = {
  label: string
  steps: readonly TimelineStep[]
  /** Each state as a word, for screen readers. */
  stateLabels: Record<TimelineState, string>
}

const marks: Record<TimelineState, { className: string; face: ReactNode }> = {
  done: { className: 'bg-brand text-on-brand', face: <Check strokeWidth={3} className="size-3.5" /> },
  current: {
    className: 'bg-waiting-soft text-waiting ring-2 ring-waiting-fill',
    face: <span className="size-2 rounded-full bg-waiting-fill" />,
  },
  upcoming: { className: 'border-2 border-dashed border-border-strong bg-surface-raised', face: null },
  stopped: { className: 'bg-border-strong text-surface-raised', face: <Minus strokeWidth={3} className="size-3.5" /> },
  failed: { className: 'bg-negative text-on-negative', face: <X strokeWidth={3} className="size-3.5" /> },
}

/** The steps of a payment in order: done, current, upcoming, stopped on purpose, or failed. */
export const Timeline = ({ label, steps, stateLabels }: TimelineProps) => (
  <ol aria-label={label} className="@container grid">
    {steps.map((step, place) => {
      const mark = marks[step.state]
      const next = steps[place + 1]
      return (
        <li
          key={step.id}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className="relative flex gap-4 pb-6 last:pb-0"
        >
          {next && (
            <span
              aria-hidden="true"
              className={clsx(
                'absolute start-[0.6875rem] top-7 bottom-1',
                step.state === 'done' && next.state !== 'upcoming'
                  ? 'border-s-2 border-brand'
                  : 'border-s-2 border-dashed border-border-strong/60',
              )}
            />
          )}
          <span
            aria-hidden="true"
            className={clsx('mt-0.5 grid size-6 shrink-0 place-items-center rounded-full', mark.className)}
          >
            {mark.face}
          </span>
          <div className="grid min-w-0 grow gap-0.5">
            {/* In a narrow place all times stand below their steps, not only those that do not fit beside them. */}
            <div className="items-baseline justify-between gap-x-3 @min-[19rem]:flex @min-[19rem]:flex-wrap">
              <p
                className={clsx(
                  step.state === 'upcoming' ? 'text-text-muted' : 'font-semibold',
                  step.state === 'failed' && 'text-negative',
                )}
              >
                {step.title}
                <span className="sr-only">, {stateLabels[step.state]}</span>
              </p>
              {step.time !== undefined && <p className="text-sm text-text-muted tabular-nums">{step.time}</p>}
            </div>
            {step.detail !== undefined && <div className="text-sm text-text-muted">{step.detail}</div>}
          </div>
        </li>
      )
    })}
  </ol>
)
