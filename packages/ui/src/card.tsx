import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

export type CardProps = {
  children: ReactNode
  title?: ReactNode
  /** Beside the title: a link, a button. */
  action?: ReactNode
  /** `hero` is the one green card of a screen; `quiet` has no border and a sunken background. */
  tone?: 'plain' | 'quiet' | 'hero'
  headingLevel?: 2 | 3
}

const tones = {
  plain: 'border border-border bg-surface-raised',
  quiet: 'bg-surface-sunken',
  hero: 'bg-hero text-on-hero',
}

/** A raised box for related content. With a title it is a landmark region with a heading. */
export const Card = ({ children, title, action, tone = 'plain', headingLevel = 2 }: CardProps) => {
  const titleId = useId()
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  const Tag = title === undefined ? 'div' : 'section'
  return (
    <Tag
      aria-labelledby={title === undefined ? undefined : titleId}
      className={clsx('relative isolate grid gap-4 overflow-hidden rounded-lg p-5 sm:p-6', tones[tone])}
    >
      {tone === 'hero' && <Spans />}
      {(title !== undefined || action !== undefined) && (
        <div className="flex items-center justify-between gap-3">
          <Heading id={titleId} className={clsx('text-base font-semibold', tone === 'hero' && 'text-on-hero-muted')}>
            {title}
          </Heading>
          {action}
        </div>
      )}
      {children}
    </Tag>
  )
}

/** The bridge that runs behind the balance: cables between two towers, and the deck. */
const Spans = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 320 150"
    fill="none"
    preserveAspectRatio="xMaxYMax slice"
    className="absolute inset-y-0 end-0 -z-10 h-full w-4/5 [mask-image:linear-gradient(to_right,transparent_10%,black_70%)] text-hero-line"
    stroke="currentColor"
    strokeWidth="1.5"
  >
    <path d="M-40 40C10 118 70 124 92 124S174 118 226 22" />
    <path d="M226 22c26 62 62 92 110 100" />
    <path d="M226 8v142M232 8v142" />
    <path d="M-40 128H340M-40 133H340" />
    {[2, 20, 38, 56, 74, 92, 110, 128, 146, 164, 182, 200, 214].map((x, at) => (
      <path key={x} d={`M${x} ${[84, 98, 108, 116, 122, 124, 123, 119, 111, 99, 84, 64, 44][at]}V128`} />
    ))}
    {[246, 262, 278, 294, 310].map((x, at) => (
      <path key={x} d={`M${x} ${[60, 82, 98, 109, 116][at]}V128`} />
    ))}
  </svg>
)
