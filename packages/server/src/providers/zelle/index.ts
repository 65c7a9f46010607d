import type { Config } from '#platform/config.ts'
import type { Breaker } from '../breaker.ts'
import type { Plaid } from '../plaid/port.ts'
import { createPlaidFeed } from './plaid-feed.ts'
import type { InboundFeed } from './port.ts'

/** Under this name the credits of a bank's own list are known. */
export const IMPORTED = 'import'

/** The feed of the configuration, each page counted by the rail's breaker. Switched off, nothing is ever asked. */
export const zelleFeedOf = ({ zelle }: Pick<Config, 'zelle'>, plaid: Plaid, breaker: Breaker): InboundFeed => {
  if (zelle === 'off' || zelle.plaid === null) return { source: IMPORTED, read: null }
  const { source, read } = createPlaidFeed(plaid, zelle.plaid)
  return { source, read: read && ((cursor) => breaker.call(() => read(cursor))) }
}
