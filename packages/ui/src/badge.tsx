import { clsx } from 'clsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Clock from 'lucide-react/icons/clock'
import Info from 'lucide-react/icons/info'
import type { ComponentType, ReactNode } from 'react'

export type Tone = 'positive' | 'negative' | 'waiting' | 'neutral' | 'info'

const styles: Record<Tone, { className: string; Icon: ComponentType<{ className?: string }> }> = {
  positive: { className: 'bg-positive-soft text-positive', Icon: CircleCheck },
  negative: { className: 'bg-negative-soft text-negative', Icon: CircleAlert },
  waiting: { className: 'bg-waiting-soft text-waiting', Icon: Clock },
  neutral: { className: 'bg-surface-sunken text-text-muted', Icon: CircleDashed },
  info: { className: 'bg-info-soft text-info', Icon: Info },
}

/** A state as a word, with an icon per tone so that colour never carries the meaning alone. */
export const Badge = ({ tone, children }: { tone: Tone; children: ReactNode }) => {
  const { className, Icon } = styles[tone]
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-sm leading-none font-semibold',
        className,
      )}
    >
      <span aria-hidden="true" className="shrink-0">
        <Icon className="size-4" />
      </span>
      <span className="py-0.5">{children}</span>
    </span>
  )
}

export type BannerProps = { tone: Tone; title?: ReactNode; children?: ReactNode; action?: ReactNode }

/** A message that stays on a screen: the situation, and `action` as the way out. For what just happened, use a notice. */
export const Banner = ({ tone, title, children, action }: BannerProps) => {
  const { className, Icon } = styles[tone]
  return (
    <div className={clsx('flex gap-3 rounded-md px-4 py-3.5', className)}>
      <span aria-hidden="true" className="mt-0.5 shrink-0">
        <Icon className="size-5.5" />
      </span>
      <div className="grid min-w-0 grow gap-1.5 text-text">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children !== undefined && <div className="text-sm">{children}</div>}
        {action !== undefined && <div className="pt-1 empty:hidden">{action}</div>}
      </div>
    </div>
  )
}
