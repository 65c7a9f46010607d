/** What has been entered for a new request so far; any screen that knows a person can start one. */
import type { FoundPerson, RequestUses } from '@puente/contract'
import type { AnyRouter } from '@tanstack/react-router'
import { withDraft } from '#lib/forms/draft.ts'
import { paths } from '#lib/layout/paths.ts'

export type RequestDraft = {
  amount?: number | null
  /** Whoever has the link, or one person. */
  whom?: 'anyone' | 'person' | undefined
  person?: FoundPerson
  note?: string
  uses?: RequestUses
  /** In how many days it expires. */
  days?: number
  /** Made with the first attempt: however often it is sent, it asks once. */
  draftId?: string | undefined
  /** Fixed with `draftId`: what is sent again has to be the same request. */
  expiresAt?: string | undefined
}

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    requestNew: RequestDraft
  }
}

/** Goes on to a request that already knows who is asked. */
export const startRequest = (router: AnyRouter, person: FoundPerson): void =>
  router.history.push(paths.requestNew.path, withDraft('requestNew', { whom: 'person', person }))
