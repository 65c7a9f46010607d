/** The steps of a flow of several screens, and the guard that keeps them in order. */
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { readDraft, withDraft, type Drafts, type Flow } from '#lib/forms/draft.ts'
import type { ScreenPath } from '#lib/layout/paths.ts'
import { session } from '#lib/session/session.ts'

export type FlowStep<Values> = {
  path: ScreenPath
  /** Whether what was entered on the steps before suffices for this one. */
  isOpen: (draft: Values) => boolean
}

/**
 * Requires a draft that is complete for the step of a path; redirects to the first step that is not, keeping the draft.
 * @param steps in order; the first is open to everybody
 */
export const requireFlowStep = <F extends Flow>(
  flow: F,
  steps: readonly FlowStep<Drafts[F]>[],
  path: ScreenPath,
  { location }: { location: ParsedLocation },
): void => {
  // A locked session shows nothing; the step is there when it goes on.
  if (session.get().status === 'locked') return
  const draft = readDraft(flow, location.state)
  const wanted = steps.slice(0, steps.findIndex((step) => step.path === path) + 1)
  const closed = wanted.findIndex(({ isOpen }) => !isOpen(draft ?? ({} as Drafts[F])))
  if (closed === -1) return
  const place = wanted[Math.max(0, closed - 1)]?.path ?? path
  if (place === path) return
  throw redirect({ to: place as string, replace: true, ...(draft && { state: withDraft(flow, draft) }) })
}
