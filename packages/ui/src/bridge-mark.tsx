import { clsx } from 'clsx'

export type BridgeMarkProps = {
  /** The product's name: the mark's accessible name, and the text of the wordmark. */
  name: string
  variant?: 'mark' | 'wordmark'
  size?: 'sm' | 'md' | 'lg'
  /** For the green background of the splash and the hero card. */
  onHero?: boolean
}

const marks = { sm: 'size-8', md: 'size-10', lg: 'size-20' }
const words = { sm: 'text-lg', md: 'text-xl', lg: 'text-3xl' }

/** The logo: a bridge, alone or with the product's name beside it. */
export const BridgeMark = ({ name, variant = 'mark', size = 'md', onHero = false }: BridgeMarkProps) => {
  const drawing = (
    <svg
      {...(variant === 'mark' ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
      viewBox="0 0 40 40"
      fill="none"
      className={clsx('shrink-0', marks[size])}
    >
      <rect width="40" height="40" rx="11" className={onHero ? 'fill-on-hero' : 'fill-brand'} />
      <g className={onHero ? 'stroke-hero' : 'stroke-on-brand'} strokeLinecap="round">
        <path d="M7 29.5C9.5 17 14.2 11 20 11s10.5 6 13 18.5" strokeWidth="3.2" />
        <path d="M5.5 23.5h29" strokeWidth="2.6" />
        <path d="M15.2 14v9M20 12v11M24.8 14v9" strokeWidth="1.7" />
      </g>
    </svg>
  )
  if (variant === 'mark') return drawing
  return (
    <span className="inline-flex items-center gap-3">
      {drawing}
      <span
        data-wordmark=""
        className={clsx('font-bold tracking-tight', words[size], onHero ? 'text-on-hero' : 'text-text')}
      >
        {name}
      </span>
    </span>
  )
}
