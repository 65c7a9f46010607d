/**
 * What a person has entered in a flow of several screens. It lives in the history entry: it survives a reload and Back, and
 * no URL shows it. Every draft carries a mark that this tab keeps in its session storage under the user's id. Signing out
 * empties that storage and finishing a flow changes the mark, and a draft with any other mark is ignored: people never see
 * what another person entered, and Back after a payment finds nothing to send again.
 */
import type { Me } from '@puente/contract'
import type { AnyRouter } from '@tanstack/react-router'
import { queryKeys } from '#lib/api/query-keys.ts'
import { queryClient } from '#lib/api/query.ts'
import { onHide } from '#lib/session/session.ts'

/** The drafts there are, by flow. Each flow adds its own by declaration merging, next to its screens. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Drafts {}
export type Flow = keyof Drafts
type Marked = { mark: string; values: object }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Drafts by flow. */
    drafts?: Readonly<Record<string, Marked>>
  }
}

type Entry = { drafts?: Readonly<Record<string, Marked>> }

/** Null while the user is unknown, as just after a locked session was unlocked. */
const keyOf = (flow: Flow): string | null => {
  const owner = queryClient.getQueryData<Me>(queryKeys.me)?.userID
  return owner === undefined ? null : `draft:${flow}:${owner}`
}

const newMark = (key: string): string => {
  const mark = crypto.randomUUID()
  sessionStorage.setItem(key, mark)
  return mark
}

/** The mark of this tab, user and run of the flow; null matches no draft. */
const markOf = (flow: Flow): string | null => {
  const key = keyOf(flow)
  return key === null ? null : (sessionStorage.getItem(key) ?? newMark(key))
}

/** The draft in a history entry; null when there is none of this session and this run of the flow. */
export const readDraft = <F extends Flow>(flow: F, entry: Entry): Drafts[F] | null => {
  const draft = entry.drafts?.[flow]
  return draft?.mark === markOf(flow) ? (draft.values as Drafts[F]) : null
}

/**
 * What was entered last, over all screens of the flow. An entry knows only what was entered up to its own screen, so without
 * this, going back, changing something and going on again would lose what was entered on a later screen.
 */
const latest = new Map<string, Marked>()
onHide(() => latest.clear())

/** In a flow with several subjects at a time, the newest of each has a place of its own. */
const placeOf = (flow: Flow, about?: string): string => (about === undefined ? flow : `${flow}/${about}`)

/** Keeps what was entered about one subject when its screen is left, so that coming back by a link finds it; nothing keeps nothing. */
export const leaveDraft = <F extends Flow>(flow: F, about: string, values: Drafts[F]): void => {
  const mark = markOf(flow)
  const place = placeOf(flow, about)
  if (mark !== null && Object.values(values).some(Boolean)) latest.set(place, { mark, values })
  else latest.delete(place)
}

/** The draft as it was last kept; null when the flow has ended since. */
export const lastDraft = <F extends Flow>(flow: F, about?: string): Drafts[F] | null => {
  const draft = latest.get(placeOf(flow, about))
  return draft?.mark === markOf(flow) ? (draft.values as Drafts[F]) : null
}

/** A history entry's state with this draft in it; unchanged while the user is unknown. */
export const withDraft = <F extends Flow>(flow: F, values: Drafts[F], entry: Entry = {}): Entry => {
  const mark = markOf(flow)
  if (mark === null) return entry
  const before = latest.get(flow)
  latest.set(flow, { mark, values: { ...(before?.mark === mark && before.values), ...values } })
  return { ...entry, drafts: { ...entry.drafts, [flow]: { mark, values } } }
}

/** Puts the draft into the entry on screen, so that Back and a reload find it. */
export const keepDraft = <F extends Flow>(router: AnyRouter, flow: F, values: Drafts[F]): Promise<void> =>
  router.navigate({
    to: '.',
    search: true,
    state: (before: Entry) => withDraft(flow, values, before),
    replace: true,
    // Nothing has moved, so nothing scrolls.
    resetScroll: false,
  })

/** Invalidates every draft of the flow, because it is finished. */
export const finishFlow = (flow: Flow): void => {
  const key = keyOf(flow)
  if (key !== null) newMark(key)
}
