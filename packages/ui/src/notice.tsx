/**
 * Messages about what just happened, one at a time. A notice is in the flow of the screen, between header and content, so it
 * covers nothing; on a scrolled page it sticks to the top edge with a background, and focused elements are scrolled clear of
 * it. It disappears after three seconds, unless it is to stay, and not while the pointer or the focus is on it, is replaced by the next one, and stays
 * in `history`. A refusal interrupts a screen reader (role alert), a success does not (role status).
 */
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { clsx } from 'clsx'
import { IconButton } from './icon-button.tsx'

/** `neutral`: the person's own doing, such as a question they closed. */
export type NoticeTone = 'positive' | 'negative' | 'neutral'
export type Notice = { id: number; tone: NoticeTone; text: string; shownAt: Date }

export type Notices = {
  /** Shows a notice, replacing the current one; one that `stays` does so until it is dismissed or replaced. */
  show: (tone: NoticeTone, text: string, options?: { stays?: boolean }) => void
  /** Removes the notice; with a tone, only a notice of that tone. */
  clear: (tone?: NoticeTone) => void
  /** Removes the notice and clears the history. */
  forget: () => void
  /** The last 20, newest first; in memory only. */
  history: readonly Notice[]
}

type Showing = {
  notice: Notice | null
  /** The notice's remaining time, kept when the screen it was shown on is replaced. */
  left: { ms: number }
  /** Which region shows it. */
  place: string | undefined
  /** A place that opens over another leaves the notice that already stands to the one below. */
  enter: (place: string, isOver: boolean) => () => void
  clear: () => void
  label: string
  dismissLabel: string
}

const NoticeContext = createContext<Notices | null>(null)
const ShowingContext = createContext<Showing | null>(null)
const HISTORY = 20

/** Shows notices and lists past ones; must be called below `NoticeProvider`. */
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
  /** Default 3000. */
  durationMs?: number
}

/** Holds the notice and the history of one application; each screen places a `NoticeRegion`. */
export const NoticeProvider = ({ children, label, dismissLabel, durationMs = 3000 }: NoticeProviderProps) => {
  const [current, setCurrent] = useState<{ notice: Notice; left: { ms: number }; notIn: readonly string[] } | null>(
    null,
  )
  const [history, setHistory] = useState<readonly Notice[]>([])
  const [places, setPlaces] = useState<readonly string[]>([])
  const nextId = useRef(1)

  const show = useCallback(
    (tone: NoticeTone, text: string, { stays = false }: { stays?: boolean } = {}) => {
      const notice = { id: nextId.current++, tone, text, shownAt: new Date() }
      setCurrent({ notice, left: { ms: stays ? Infinity : durationMs }, notIn: [] })
      setHistory((all) => [notice, ...all].slice(0, HISTORY))
    },
    [durationMs],
  )
  const clear = useCallback(
    (tone?: NoticeTone) => setCurrent((shown) => (tone === undefined || shown?.notice.tone === tone ? null : shown)),
    [],
  )
  const forget = useCallback(() => {
    setCurrent(null)
    setHistory([])
  }, [])
  const enter = useCallback((place: string, isOver: boolean) => {
    setPlaces((all) => [...all, place])
    if (isOver) setCurrent((shown) => shown && { ...shown, notIn: [...shown.notIn, place] })
    return () => setPlaces((all) => all.filter((one) => one !== place))
  }, [])

  const notices = useMemo(() => ({ show, clear, forget, history }), [show, clear, forget, history])
  const showing = useMemo(
    () => ({
      notice: current?.notice ?? null,
      left: current?.left ?? { ms: 0 },
      place: places.findLast((place) => !current?.notIn.includes(place)),
      enter,
      clear: () => clear(),
      label,
      dismissLabel,
    }),
    [current, places, enter, clear, label, dismissLabel],
  )
  return (
    <NoticeContext value={notices}>
      <ShowingContext value={showing}>{children}</ShowingContext>
    </NoticeContext>
  )
}

/**
 * The live region that shows the notice. Of several (a dialog over a screen) the last one mounted shows it; `isOver` keeps
 * what stood there before out of a dialog, so that it takes neither its focus nor its Escape. The notice is
 * rendered after the region: screen readers announce what is added to a region, not what is mounted with it.
 */
export const NoticeRegion = ({ className, isOver = false }: { className?: string; isOver?: boolean }) => {
  const showing = useContext(ShowingContext)
  const id = useId()
  const enter = showing?.enter
  useEffect(() => enter?.(id, isOver), [enter, id, isOver])
  if (!showing) return null
  const notice = showing.place === id ? showing.notice : null
  const card = notice && (
    <NoticeCard
      key={notice.id}
      notice={notice}
      left={showing.left}
      dismissLabel={showing.dismissLabel}
      onDone={showing.clear}
    />
  )
  return (
    <section
      aria-label={showing.label}
      className={clsx('sticky top-0 z-20 w-full has-[[data-notice]]:bg-surface has-[[data-notice]]:py-2', className)}
    >
      {notice?.tone === 'negative' && card}
      <output className="block">{notice && notice.tone !== 'negative' && card}</output>
    </section>
  )
}

const tones = {
  positive: { Icon: CircleCheck, look: 'bg-positive-soft text-positive' },
  negative: { Icon: CircleAlert, look: 'bg-negative-soft text-negative' },
  neutral: { Icon: Info, look: 'bg-surface-sunken text-text-muted' },
}

type CardProps = { notice: Notice; left: { ms: number }; dismissLabel: string; onDone: () => void }

const NoticeCard = ({ notice, left, dismissLabel, onDone }: CardProps) => {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const paused = hovered || focused
  const leave = useEffectEvent(onDone)

  useEffect(() => {
    if (paused || left.ms === Infinity) return undefined
    const startedAt = Date.now()
    const timer = setTimeout(() => leave(), left.ms)
    return () => {
      clearTimeout(timer)
      // Someone who has read half of it gets at least a second more after looking away.
      left.ms = Math.max(1000, left.ms - (Date.now() - startedAt))
    }
  }, [paused, left])

  const negative = notice.tone === 'negative'
  const { Icon, look } = tones[notice.tone]
  return (
    <span
      role={negative ? 'alert' : undefined}
      data-notice=""
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className={clsx(
        'flex max-w-flow animate-notice items-center gap-3 rounded-md border border-current/25 py-1 ps-4 pe-1',
        look,
      )}
    >
      <Icon aria-hidden="true" className="size-5.5 shrink-0" />
      <span className="grow py-2 font-medium text-text">{notice.text}</span>
      <IconButton label={dismissLabel} icon={<X aria-hidden="true" />} onClick={onDone} />
    </span>
  )
}
