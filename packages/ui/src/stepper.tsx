import { clsx } from 'clsx'
import Check from 'lucide-react/icons/check'

export type StepperProps = {
  /** Accessible name of the list. */
  label: string
  steps: readonly string[]
  /** Index of the current step, from 0; `steps.length` when all are done. */
  current: number
  /** Indices of steps before the current one that were left for later; none unless given. */
  skipped?: readonly number[]
  /** Read after the name of a finished step. */
  doneLabel: string
}

/** The steps of a flow with the current one marked. It shows progress and is not interactive. */
export const Stepper = ({ label, steps, current, skipped = [], doneLabel }: StepperProps) => (
  <ol aria-label={label} className="flex">
    {steps.map((step, place) => {
      const done = place < current && !skipped.includes(place)
      const now = place === current
      return (
        <li
          key={step}
          aria-current={now ? 'step' : undefined}
          className="relative grid min-w-0 flex-1 justify-items-center gap-1.5 px-1 text-center"
        >
          {place > 0 && (
            <span
              aria-hidden="true"
              className={clsx(
                'absolute end-1/2 top-[0.9375rem] me-5 h-0.5 w-[calc(100%-2.5rem)] rounded-full transition-colors duration-240',
                done || now ? 'bg-brand' : 'bg-border',
              )}
            />
          )}
          <span
            aria-hidden="true"
            className={clsx(
              'grid size-8 place-items-center rounded-full text-sm font-bold tabular-nums transition-colors duration-240',
              done && 'bg-brand text-on-brand',
              now && 'bg-brand-soft text-brand-text ring-2 ring-brand',
              !done && !now && 'bg-surface-sunken text-text-muted',
            )}
          >
            {done ? <Check strokeWidth={3} className="size-4" /> : place + 1}
          </span>
          <span
            className={clsx(
              'text-sm leading-tight',
              now ? 'font-semibold text-text' : 'text-text-muted max-sm:sr-only',
            )}
          >
            {step}
            {done && <span className="sr-only">, {doneLabel}</span>}
          </span>
        </li>
      )
    })}
  </ol>
)
