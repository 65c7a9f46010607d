/**
 * Notices at the top of the screen, below its header (in the corner of a wide one): what just happened, in words. They
 * leave by themselves after three seconds, wait as long as the pointer or the focus is on them, and can be read again in
 * `history`. A refusal interrupts a screen reader (role alert), a success waits its turn (role status).
 */
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { clsx } from 'clsx'
import { IconButton } from './icon-button.tsx'

export type NoticeTone = 'positive' | 'negative'
export type Notice = { id: number; tone: NoticeTone; text: string; shownAt: Date }

export type Notices = {
  /** Shows a notice; the same text already on screen is not doubled but starts its time anew. */
  show: (tone: NoticeTone, text: string) => void
  dismiss: (id: number) => void
  /** The last 20, newest first; in memory only. */
  history: readonly Notice[]
}

const NoticeContext = createContext<Notices | null>(null)
const HISTORY = 20

/** Shows and rereads notices; must be called below `NoticeProvider`. */
export const useNotices = (): Notices => {
  const notices = useContext(NoticeContext)
  if (!notices) throw new Error('useNotices is called outside NoticeProvider')
  return notices
}

export type NoticeProviderProps = {
  children: ReactNode
  /** Name of the region, for screen readers. */
  label: string
  dismissLabel: string
  durationMs?: number
}

export const NoticeProvider = ({ children, label, dismissLabel, durationMs = 3000 }: NoticeProviderProps) => {
  const [shown, setShown] = useState<readonly Notice[]>([])
  const [history, setHistory] = useState<readonly Notice[]>([])
  const nextId = useRef(1)

  const show = useCallback((tone: NoticeTone, text: string) => {
    const notice = { id: nextId.current++, tone, text, shownAt: new Date() }
    setShown((all) => [...all.filter((other) => other.tone !== tone || other.text !== text), notice])
    setHistory((all) => [notice, ...all].slice(0, HISTORY))
  }, [])
  const dismiss = useCallback((id: number) => setShown((all) => all.filter((notice) => notice.id !== id)), [])
  const notices = useMemo(() => ({ show, dismiss, history }), [show, dismiss, history])

  const cards = (tone: NoticeTone) =>
    shown
      .filter((notice) => notice.tone === tone)
      .map((notice) => (
        <NoticeCard
          key={notice.id}
          notice={notice}
          durationMs={durationMs}
          dismissLabel={dismissLabel}
          onDone={() => dismiss(notice.id)}
        />
      ))

  return (
    <NoticeContext value={notices}>
      {children}
      <section
        aria-label={label}
        className="pointer-events-none fixed inset-x-0 top-0 z-50 mx-auto grid max-w-page gap-2 px-4 pt-[calc(env(safe-area-inset-top,0px)+4.5rem)] desktop:start-auto desktop:end-2 desktop:w-88"
      >
        {cards('negative')}
        {/* The region stands before its notices do: screen readers announce what enters it, not what arrives with it. */}
        <output className="grid gap-2">{cards('positive')}</output>
      </section>
    </NoticeContext>
  )
}

type CardProps = { notice: Notice; durationMs: number; dismissLabel: string; onDone: () => void }

const NoticeCard = ({ notice, durationMs, dismissLabel, onDone }: CardProps) => {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const paused = hovered || focused
  const leftMs = useRef(durationMs)
  const leave = useEffectEvent(onDone)

  useEffect(() => {
    if (paused) return undefined
    const startedAt = Date.now()
    const timer = setTimeout(() => leave(), leftMs.current)
    return () => {
      clearTimeout(timer)
      // Whoever has read half of it is given at least a second more after looking away.
      leftMs.current = Math.max(1000, leftMs.current - (Date.now() - startedAt))
    }
  }, [paused])

  const negative = notice.tone === 'negative'
  const Icon = negative ? CircleAlert : CircleCheck
  return (
    <span
      role={negative ? 'alert' : undefined}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className={clsx(
        'pointer-events-auto flex animate-notice items-center gap-3 rounded-md border border-current/25 py-1 ps-4 pe-1 shadow-float',
        negative ? 'bg-negative-soft text-negative' : 'bg-positive-soft text-positive',
      )}
    >
      <Icon aria-hidden="true" className="size-5.5 shrink-0" />
      <span className="grow py-2 font-medium text-text">{notice.text}</span>
      <IconButton label={dismissLabel} icon={<X aria-hidden="true" />} onClick={onDone} />
    </span>
  )
}
