import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDebounced } from '#lib/browser/debounced.ts'
import { keepDraft, lastDraft, leaveDraft, readDraft, withDraft, type Drafts, type Flow } from './draft.ts'
import type { ScreenPath } from '#lib/layout/paths.ts'

const PAUSE_MS = 400

/**
 * The draft of the entry on screen. What is changed shows at once and is kept in the entry when typing pauses or the page is left.
 * @param about what is written about: with it, what was left unsent is found again in a new entry too
 */
export const useDraft = <F extends Flow>(flow: F, about?: string) => {
  const router = useRouter()
  const [left] = useState(() => (about === undefined ? null : lastDraft(flow, about)))
  const [draft, setDraft] = useState<Drafts[F]>(
    () => left ?? readDraft(flow, router.history.location.state) ?? ({} as Drafts[F]),
  )
  const [here] = useState(() => router.history.location.pathname)
  // The page may be left before what was changed last is drawn.
  const newest = useRef(draft)
  const kept = useRef(left === null ? draft : null)
  const settled = useDebounced(draft, PAUSE_MS)

  const set = (change: Partial<Drafts[F]>) => {
    newest.current = { ...newest.current, ...change }
    setDraft(newest.current)
  }
  const keep = (values: Drafts[F]) => {
    kept.current = values
    // On the way to another screen its entry is already the current one, and not this draft's to write.
    if (router.history.location.pathname === here) void keepDraft(router, flow, values)
  }
  const keepSettled = useEffectEvent(() => {
    if (settled !== kept.current) keep(settled)
  })
  useEffect(() => keepSettled(), [settled])

  // A reload does not wait for the pause.
  const keepAtOnce = useEffectEvent(() => {
    const { history } = router
    if (newest.current === kept.current || history.location.pathname !== here) return
    kept.current = newest.current
    history.replace(history.location.href, withDraft(flow, newest.current, history.location.state))
    history.flush()
  })
  const leave = useEffectEvent(() => {
    if (about !== undefined) leaveDraft(flow, about, newest.current)
  })
  useEffect(() => {
    const keepNow = () => keepAtOnce()
    addEventListener('pagehide', keepNow)
    return () => {
      removeEventListener('pagehide', keepNow)
      leave()
    }
  }, [])

  return {
    draft,
    change: set,
    /** Changes and keeps at once, before a call whose outcome a reload must be able to ask for. */
    keepNow: (change: Partial<Drafts[F]>) => {
      set(change)
      keep(newest.current)
    },
    /** Drops it, because it was sent; what is on screen stays until its entry is replaced. */
    drop: () => {
      newest.current = {} as Drafts[F]
      kept.current = newest.current
    },
    /** Keeps what was entered here and goes on to the next screen with `next`. */
    continueTo: (path: ScreenPath, next: Drafts[F]) => {
      const { history } = router
      kept.current = newest.current
      history.replace(history.location.href, withDraft(flow, newest.current, history.location.state))
      // The router batches history writes of one task and keeps the last; these must be two entries.
      history.flush()
      history.push(path, withDraft(flow, next))
    },
  }
}
