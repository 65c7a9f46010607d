/** Linking of people's accounts: the tokens that begin it, what became of their sessions, and the logins that came of them. */
import { createBoundedMap } from '../core/bounded.ts'
import { createNextQueue } from '../core/next-queue.ts'
import type { World } from '../core/provider.ts'
import { randomHex, randomWord } from '../core/random.ts'
import { accountsOf, type LinkAccount, type LinkBank, linkBanks } from './link-banks.ts'

export const linkOutcomes = ['link', 'exit', 'loginRequired'] as const
export type LinkOutcome = (typeof linkOutcomes)[number]

/** A login at a bank. `needsLogin`: the bank asks for it again before it tells more. */
export type Item = {
  id: string
  accessToken: string
  bank: LinkBank
  customer: string
  accounts: readonly LinkAccount[]
  needsLogin: boolean
}

export type LinkResult = { at: Date; sessionId: string; item: Item | null; publicToken: string | null }

export type LinkSession = {
  token: string
  language: string
  userId: string
  returnUrl: string | null
  expiresAt: Date
  createdAt: Date
  /** Of a login that is renewed. */
  updates: Item | null
  result: LinkResult | null
}

export type Login = { bank: LinkBank; customer: string; accountIds: readonly string[] }

/** `onFinish` is called when a session ends, with the person linked or gone. */
export const createLinkStore = (world: World, onFinish: (session: LinkSession, result: LinkResult) => void) => {
  const sessions = createBoundedMap<LinkSession>()
  const items = createBoundedMap<Item>()
  const publicTokens = createBoundedMap<{ item: Item }>()
  const next = createNextQueue<LinkOutcome>()

  const finish = (session: LinkSession, item: Item | null, publicToken: string | null) => {
    const result = { at: world.clock.now(), sessionId: randomWord(24), item, publicToken }
    session.result = result
    onFinish(session, result)
  }

  /** The person logged in and chose accounts; a renewed login keeps its access token, and has no public one. */
  const link = (session: LinkSession, { bank, customer, accountIds }: Login, needsLogin = false) => {
    if (session.updates) {
      session.updates.needsLogin = false
      return finish(session, session.updates, null)
    }
    const item: Item = {
      id: randomWord(37),
      accessToken: `access-sandbox-${randomHex(32)}`,
      bank,
      customer,
      accounts: accountsOf(bank, customer).filter(({ id }) => accountIds.includes(id)),
      needsLogin,
    }
    const publicToken = `public-sandbox-${randomHex(32)}`
    items.set(item.accessToken, item)
    publicTokens.set(publicToken, { item })
    return finish(session, item, publicToken)
  }

  const leave = (session: LinkSession) => finish(session, null, null)

  const play = (session: LinkSession, outcome: LinkOutcome) => {
    if (outcome === 'exit') return leave(session)
    const [bank] = linkBanks
    const customer = session.userId
    const accountIds = accountsOf(bank, customer).map(({ id }) => id)
    return link(session, { bank, customer, accountIds }, outcome === 'loginRequired')
  }

  return {
    next,
    items,
    sessions,
    link,
    leave,
    isOver: (session: LinkSession) => session.result !== null || session.expiresAt <= world.clock.now(),
    /** A session whose outcome was queued ends as it begins. */
    open(session: LinkSession) {
      sessions.set(session.token, session)
      const outcome = next.take({ refs: [session.userId] })
      if (outcome) play(session, outcome)
    },
    /** The login behind a public token, which serves once. */
    exchange(publicToken: string): Item | null {
      const known = publicTokens.get(publicToken)
      publicTokens.delete(publicToken)
      return known?.item ?? null
    },
    clear() {
      sessions.clear()
      items.clear()
      publicTokens.clear()
      next.clear()
    },
  }
}
export type LinkStore = ReturnType<typeof createLinkStore>
