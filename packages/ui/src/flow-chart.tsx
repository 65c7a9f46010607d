/**
 * Money in and out over a month, small enough for a card. The drawing is for the eye; the same days stand in a table
 * for screen readers, and the caption says in words what the picture shows.
 */
import { useId } from 'react'

export type FlowDay = {
  /** `YYYY-MM-DD` */
  day: string
  inCents: number
  outCents: number
}

export type FlowChartProps = {
  days: readonly FlowDay[]
  /** Title, read first. */
  label: string
  texts: { day: string; in: string; out: string }
  formatMoney: (cents: number) => string
  formatDay: (isoDay: string) => string
}

const HEIGHT = 88
const WIDTH = 10
const GAP = 4
/** A day on which little moved still shows that something did. */
const LEAST = 3

export const FlowChart = ({ days, label, texts, formatMoney, formatDay }: FlowChartProps) => {
  const titleId = useId()
  // Both directions share one scale; the line between them lies where the highest bar of each finds its room.
  const mostIn = Math.max(0, ...days.map((day) => day.inCents))
  const mostOut = Math.max(0, ...days.map((day) => day.outCents))
  const scale = (HEIGHT - 2 * LEAST) / Math.max(1, mostIn + mostOut)
  const line = LEAST + mostIn * scale
  const height = (cents: number) => (cents > 0 ? Math.max(LEAST, cents * scale) : 0)
  const width = days.length * (WIDTH + GAP) - GAP
  const total = (key: 'inCents' | 'outCents') => formatMoney(days.reduce((sum, day) => sum + day[key], 0))
  const first = days[0]
  const last = days.at(-1)

  return (
    <figure className="grid gap-3" aria-labelledby={titleId}>
      <figcaption className="grid gap-2">
        <span id={titleId} className="font-semibold">
          {label}
        </span>
        <span className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-text-muted">
          <Key className="bg-brand" name={texts.in} amount={total('inCents')} />
          <Key className="bg-border-strong" name={texts.out} amount={total('outCents')} />
        </span>
      </figcaption>
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${HEIGHT + 2}`} preserveAspectRatio="none" className="h-28 w-full">
        {days.map((day, at) => {
          const x = at * (WIDTH + GAP)
          const up = height(day.inCents)
          const down = height(day.outCents)
          return (
            <g key={day.day}>
              <rect x={x} y={line - up} width={WIDTH} height={up} rx="2" className="fill-brand" />
              <rect x={x} y={line + 2} width={WIDTH} height={down} rx="2" className="fill-border-strong" />
            </g>
          )
        })}
        <rect x="0" y={line} width={width} height="1.5" className="fill-border" />
      </svg>
      {first && last && (
        <p aria-hidden="true" className="flex justify-between text-sm text-text-muted">
          <span>{formatDay(first.day)}</span>
          <span>{formatDay(last.day)}</span>
        </p>
      )}
      <table className="sr-only">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            <th scope="col">{texts.in}</th>
            <th scope="col">{texts.out}</th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter((day) => day.inCents > 0 || day.outCents > 0)
            .map((day) => (
              <tr key={day.day}>
                <th scope="row">{formatDay(day.day)}</th>
                <td>{formatMoney(day.inCents)}</td>
                <td>{formatMoney(day.outCents)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  )
}

const Key = ({ className, name, amount }: { className: string; name: string; amount: string }) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden="true" className={`size-2.5 rounded-full ${className}`} />
    {name} <span className="font-semibold text-text tabular-nums">{amount}</span>
  </span>
)
