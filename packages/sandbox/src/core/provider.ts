import type { FastifyInstance } from 'fastify'
import type { Book } from './book.ts'
import type { SandboxClock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { Inbox } from '../inbox/inbox.ts'
import type { ProviderName } from './provider-name.ts'
import type { SandboxSecrets } from './secrets.ts'
import type { Webhooks } from './webhooks.ts'

/** What all providers share. */
export type World = {
  clock: SandboxClock
  book: Book
  faults: Faults
  webhooks: Webhooks
  inbox: Inbox
  secrets: SandboxSecrets
  /** Addresses without a trailing slash. `target` takes webhooks; `app` is how people's browsers reach the same server. */
  urls: { readonly public: string; readonly target: string; readonly app: string }
  log: (line: string) => void
}

/** One outside party. */
export interface Provider {
  name: ProviderName
  /** Adds its wire, pages and control calls. */
  register(app: FastifyInstance): void
  /** Forgets everything. */
  reset(): void
}
