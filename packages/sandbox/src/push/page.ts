import { html } from '../http/html.ts'
import { layout } from '../pages/layout.ts'
import { isRecord } from '../core/shape.ts'

/** A message as the browser got it. */
export type PushMessage = {
  id: string
  subscription: string
  /** What was encrypted. */
  text: string
  topic: string | null
  urgency: string
  ttlSeconds: number
  at: string
}

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

const contentOf = (text: string): { text: string; path: string | null } => {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value)) return { text, path: null }
    const { text: sentence, path } = value
    return {
      text: typeof sentence === 'string' ? sentence : text,
      path: typeof path === 'string' && path.startsWith('/') ? path : null,
    }
  } catch {
    return { text, path: null }
  }
}

const messageCard = (message: PushMessage, appUrl: string) => {
  const { text, path } = contentOf(message.text)
  return html`<article class="card message">
    <header class="message-head">
      <span class="tag">Push</span>
      <span class="recipient">Browser ${message.subscription.slice(0, 8)}</span>
      <time datetime="${message.at}">${time.format(new Date(message.at))}</time>
    </header>
    <h2>${text}</h2>
    ${path && html`<p class="key"><a class="button" href="${appUrl}${path}" target="_blank" rel="noopener">Open</a></p>`}
    <pre class="body">${message.text}</pre>
  </article>`
}

/** What browsers were told that subscribed at the sandbox's own service. */
export const pushPage = (messages: readonly PushMessage[], appUrl: string) =>
  layout({
    title: 'Push messages',
    current: '/push',
    body: html`
      <p>
        Messages to browsers that are subscribed here, decrypted. A real browser gets its messages from the service of
        its maker, and shows them itself.
      </p>
      ${
        messages.length === 0
          ? html`<p class="empty">Nothing here yet.</p>`
          : messages.map((message) => messageCard(message, appUrl))
      }
    `,
  })
