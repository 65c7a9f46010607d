import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState, type PointerEvent, type ReactNode } from 'react'

export type BalanceDay = {
  /** `YYYY-MM-DD` */
  day: string
  /** The balance at the end of the day, in whole cents. */
  cents: number
}

/** One week, both days (`YYYY-MM-DD`) included, with what came in and went out in whole cents. */
export type BalanceWeek = { from: string; to: string; inCents: number; outCents: number }

export type BalanceChartProps = {
  /** Oldest first, at least two, without gaps. */
  days: readonly BalanceDay[]
  /** The weeks that cover these days. */
  weeks: readonly BalanceWeek[]
  label: string
  /** Below the figure, such as what it includes. */
  note?: ReactNode
  texts: { chooseDay: string; asTable: string; week: string; in: string; out: string; balance: string }
  formatMoney: (cents: number) => string
  formatDay: (isoDay: string) => string
  formatDays: (from: string, to: string) => string
}

const AREA_HEIGHT = 72
const HEADROOM = 6
const STEP = 10

/**
 * A balance over some weeks as an area, with what came in and went out of each week below. Pointer, touch and arrow keys
 * select a day, whose figures are shown above the chart; the weeks are also available as a table.
 */
export const BalanceChart = (props: BalanceChartProps) => {
  const { days, weeks, label, note, texts, formatMoney, formatDay, formatDays } = props
  const titleId = useId()
  const last = days.length - 1
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.min(chosen ?? last, last)
  const day = days[at]
  const week = weeks.find(({ from, to }) => day !== undefined && from <= day.day && day.day <= to)
  if (!day || !week) return null

  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    if (width > 0) setChosen(Math.max(0, Math.min(last, Math.round(((clientX - left) / width) * last))))
  }
  const figures = `${formatDay(day.day)}: ${formatMoney(day.cents)}`
  return (
    <figure aria-labelledby={titleId} className="grid gap-3">
      <figcaption className="grid gap-1">
        <span id={titleId} className="font-semibold">
          {label}
        </span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-lg font-semibold tabular-nums">{formatMoney(day.cents)}</span>
          <span className="text-sm text-text-muted">{formatDay(day.day)}</span>
        </span>
        {note !== undefined && <span className="text-sm text-text-muted">{note}</span>}
      </figcaption>
      <div className="relative" onPointerMove={follow} onPointerLeave={() => setChosen(null)}>
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label={texts.chooseDay}
          aria-valuetext={figures}
          onChange={(event) => setChosen(event.target.valueAsNumber)}
          onBlur={() => setChosen(null)}
          className="peer absolute inset-0 z-10 m-0 h-full w-full cursor-crosshair touch-pan-y opacity-0"
        />
        <div className="rounded-sm peer-focus-visible:outline-2 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-focus">
          <Area days={days} at={at} />
        </div>
      </div>
      <p aria-hidden="true" className="flex justify-between text-sm text-text-muted">
        <span>{formatDay(days[0]?.day ?? day.day)}</span>
        <span>{formatDay(days[last]?.day ?? day.day)}</span>
      </p>
      <Weeks weeks={weeks} chosen={week} />
      <div className="grid gap-1 text-sm">
        <span className="text-text-muted">{formatDays(week.from, week.to)}</span>
        <span className="flex flex-wrap gap-x-5 gap-y-1">
          <Key className="bg-brand" name={texts.in} amount={formatMoney(week.inCents)} />
          <Key className="bg-border-strong" name={texts.out} amount={formatMoney(week.outCents)} />
        </span>
      </div>
      <details className="group">
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-md text-sm font-semibold text-brand-text">
          {texts.asTable}
          <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
        </summary>
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">{label}</caption>
          <thead className="text-text-muted">
            <tr>
              <th scope="col" className="py-1 text-start font-normal">
                {texts.week}
              </th>
              {[texts.in, texts.out, texts.balance].map((name) => (
                <th key={name} scope="col" className="py-1 ps-2 text-end font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ from, to, inCents, outCents }) => (
              <tr key={from} className="border-t border-border">
                <th scope="row" className="py-2 text-start font-normal">
                  {formatDays(from, to)}
                </th>
                {[inCents, outCents, days.find((one) => one.day === to)?.cents ?? 0].map((cents, column) => (
                  <td key={column} className="py-2 ps-2 text-end">
                    {formatMoney(cents)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/** The area stands on zero: a balance that hardly moves looks like one. */
const Area = ({ days, at }: { days: readonly BalanceDay[]; at: number }) => {
  const most = Math.max(1, ...days.map(({ cents }) => cents))
  const y = (cents: number) => AREA_HEIGHT - (Math.max(0, cents) / most) * (AREA_HEIGHT - HEADROOM)
  const line = days.map(({ cents }, place) => `${place === 0 ? 'M' : 'L'}${place * STEP} ${y(cents)}`).join('')
  const width = (days.length - 1) * STEP
  return (
    <div aria-hidden="true" className="relative h-24">
      <svg
        viewBox={`0 0 ${width} ${AREA_HEIGHT}`}
        preserveAspectRatio="none"
        className="h-full w-full overflow-visible"
      >
        <path d={`${line}V${AREA_HEIGHT}H0Z`} className="fill-brand-soft" />
        <path d={line} fill="none" strokeWidth="2" vectorEffect="non-scaling-stroke" className="stroke-brand" />
      </svg>
      <span
        className="absolute size-3 -translate-1/2 rounded-full border-2 border-surface-raised bg-brand"
        style={{
          insetInlineStart: `${(at / (days.length - 1)) * 100}%`,
          top: `${(y(days[at]?.cents ?? 0) / AREA_HEIGHT) * 100}%`,
        }}
      />
    </div>
  )
}

const daysOf = ({ from, to }: BalanceWeek): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

/** Each week as wide as its days in the area above; both directions share one scale. */
const Weeks = ({ weeks, chosen }: { weeks: readonly BalanceWeek[]; chosen: BalanceWeek }) => {
  const most = Math.max(1, ...weeks.flatMap(({ inCents, outCents }) => [inCents, outCents]))
  const height = (cents: number) => `${cents > 0 ? Math.max(4, (cents / most) * 100) : 0}%`
  return (
    <div aria-hidden="true" className="flex h-14 gap-1 border-b border-border">
      {weeks.map((week) => (
        <span
          key={week.from}
          style={{ flexGrow: daysOf(week) }}
          className={`flex basis-0 items-end justify-center gap-0.5 rounded-t-sm ${week === chosen ? 'bg-surface-sunken' : ''}`}
        >
          <span className="w-1/3 max-w-4 min-w-1.5 rounded-t-sm bg-brand" style={{ height: height(week.inCents) }} />
          <span
            className="w-1/3 max-w-4 min-w-1.5 rounded-t-sm bg-border-strong"
            style={{ height: height(week.outCents) }}
          />
        </span>
      ))}
    </div>
  )
}

const Key = ({ className, name, amount }: { className: string; name: string; amount: string }) => (
  <span className="inline-flex items-center gap-2 text-text-muted">
    <span aria-hidden="true" className={`size-2.5 rounded-full ${className}`} />
    {name} <span className="font-semibold text-text tabular-nums">{amount}</span>
  </span>
)
