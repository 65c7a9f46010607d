/** The one inbox of everybody: mail and text messages that left the product, newest first. */
import { defaultBound } from '../core/bounded.ts'

export type Channel = 'email' | 'sms'
export type InboxMessage = {
  id: string
  channel: Channel
  /** A lower-case e-mail address or an E.164 number. */
  to: string
  subject: string | null
  text: string
  html: string | null
  /** What a mail says beside its text, by lower-case names. */
  headers: Readonly<Record<string, string>>
  /** The first group of exactly six digits. */
  code: string | null
  /** The first link that leads to the app. */
  link: string | null
  at: string
}

export type InboxFilter = {
  to?: string | undefined
  channel?: Channel | undefined
  limit: number
  after?: string | undefined
}

/** Addresses compare without case; a `+` that a query turned into a blank is put back. */
const normalizeRecipient = (to: string) => to.replace(/^ /, '+').trim().toLowerCase()

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether an address leads to the app: the same origin, or another name of this machine at the same port. */
const leadsTo = (bases: readonly string[], address: string) => {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return bases.some((base) => {
    const app = new URL(base)
    return (
      url.origin === app.origin || (url.port === app.port && loopback.has(url.hostname) && loopback.has(app.hostname))
    )
  })
}

const linksOf = (source: string) => source.match(/https?:\/\/[^\s<>"')\]]+/g) ?? []
const withoutTags = (source: string) => source.replace(/<[^>]*>/g, ' ')

type Incoming = Pick<InboxMessage, 'channel' | 'to' | 'subject' | 'text' | 'html'> &
  Partial<Pick<InboxMessage, 'headers'>>

export const createInbox = ({ appUrls }: { appUrls: () => readonly string[] }) => {
  let messages: InboxMessage[] = []
  let lastNumber = 0
  /** Addresses without a mailbox. */
  const refused = new Set<string>()
  const listeners = new Set<() => void>()

  /** Numbers never restart, so that `after` still works once the message it names is forgotten. */
  const numberOf = (id: string) => Number(id.replace(/^msg_/, ''))

  const list = ({ to, channel, limit, after }: InboxFilter) => {
    const since = after === undefined ? 0 : numberOf(after)
    return messages
      .filter(
        (message) =>
          numberOf(message.id) > since &&
          (to === undefined || message.to === normalizeRecipient(to)) &&
          (channel === undefined || message.channel === channel),
      )
      .slice(0, limit)
  }

  return {
    list,
    find: (id: string) => messages.find((message) => message.id === id),
    receive(incoming: Incoming) {
      lastNumber += 1
      const readable = `${incoming.subject ?? ''}\n${incoming.text || withoutTags(incoming.html ?? '')}`
      const links = [...linksOf(incoming.text), ...linksOf((incoming.html ?? '').replaceAll('&amp;', '&'))]
      const message: InboxMessage = {
        headers: {},
        ...incoming,
        id: `msg_${String(lastNumber).padStart(8, '0')}`,
        to: normalizeRecipient(incoming.to),
        code: /(?<!\d)\d{6}(?!\d)/.exec(withoutLinks(readable))?.[0] ?? null,
        link: links.find((link) => leadsTo(appUrls(), link)) ?? null,
        at: new Date().toISOString(),
      }
      messages = [message, ...messages].slice(0, defaultBound)
      for (const listener of listeners) listener()
      return message
    },
    /** The messages of a filter; when there is none, waits for the first that fits. */
    async wait(filter: InboxFilter, waitMs: number): Promise<InboxMessage[]> {
      const found = list(filter)
      if (found.length > 0 || waitMs === 0) return found
      return new Promise((resolve) => {
        const finish = () => {
          listeners.delete(look)
          clearTimeout(timer)
          resolve(list(filter))
        }
        const look = () => {
          if (list(filter).length > 0) finish()
        }
        const timer = setTimeout(finish, waitMs)
        timer.unref()
        listeners.add(look)
      })
    },
    refuse: (to: string) => void refused.add(normalizeRecipient(to)),
    isRefused: (to: string) => refused.has(normalizeRecipient(to)),
    clear() {
      messages = []
      refused.clear()
    },
  }
}

// A token inside a link may contain six digits in a row; it is not a code.
const withoutLinks = (source: string) => source.replace(/https?:\/\/\S+/g, ' ')

export type Inbox = ReturnType<typeof createInbox>
