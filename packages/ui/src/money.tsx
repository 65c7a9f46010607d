import { clsx } from 'clsx'

export type MoneyProps = {
  /** Whole cents, of either sign. */
  cents: number
  locale: string
  currency?: string
  /** Shows a plus as well as a minus, for movements. */
  signed?: boolean
  size?: 'sm' | 'base' | 'lg' | 'xl' | 'hero'
  /** With `signed`: shows positive amounts in green. */
  toned?: boolean
  /** Bullets instead of figures. Screen readers get `hiddenLabel`, never the amount. */
  hidden?: boolean
  hiddenLabel?: string
}

const sizes = {
  sm: ['text-sm font-medium', 'text-sm'],
  base: ['text-base font-semibold', 'text-sm'],
  lg: ['text-xl font-semibold', 'text-base'],
  xl: ['text-3xl font-semibold tracking-tight', 'text-xl'],
  hero: ['text-4xl font-semibold tracking-tight', 'text-2xl'],
} as const

const MINUS = '\u2212'

/** The parts of an amount in the order of the language. The division is safe for display: `Intl` rounds to two digits. */
const partsOf = ({ cents, locale, currency = 'USD', signed }: MoneyProps) =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    signDisplay: signed ? 'exceptZero' : 'auto',
  })
    .formatToParts(cents / 100)
    .map((part) => (part.type === 'minusSign' ? { ...part, value: MINUS } : part))

/** Displays an amount: tabular figures, smaller cents that are never omitted, and one plain text for screen readers. */
export const Money = (props: MoneyProps) => {
  const { cents, size = 'base', signed, toned, hidden, hiddenLabel } = props
  const [whole, small] = sizes[size]
  if (hidden) {
    return (
      <span className={clsx('whitespace-nowrap', whole)}>
        <span aria-hidden="true">••••••</span>
        <span className="sr-only">{hiddenLabel}</span>
      </span>
    )
  }
  const parts = partsOf(props)
  const isGreen = toned && signed && cents > 0
  // Fainter cents keep enough contrast in the colour of the text, but not in green on a chosen row.
  const faint = isGreen ? small : clsx(small, 'opacity-85')
  return (
    <span className={clsx('whitespace-nowrap tabular-nums', whole, isGreen && 'text-positive')}>
      <span className="sr-only">{parts.map((part) => part.value).join('')}</span>
      <span aria-hidden="true">
        {parts.map((part, at) => {
          const isSmall = part.type === 'fraction' || part.type === 'decimal'
          // The order of the parts never changes for one amount, so their place is their identity.
          return (
            <span key={at} className={isSmall ? faint : undefined}>
              {part.value}
            </span>
          )
        })}
      </span>
    </span>
  )
}
