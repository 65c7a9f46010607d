import { html, linked } from '../http/html.ts'
import { layout } from '../pages/layout.ts'
import type { InboxMessage } from './inbox.ts'

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

const messageCard = (message: InboxMessage) => html`
  <article class="card message" id="${message.id}">
    <header class="message-head">
      <span class="tag">${message.channel === 'sms' ? 'Text' : 'Email'}</span>
      <a class="recipient" href="/inbox?to=${encodeURIComponent(message.to)}">${message.to}</a>
      <time datetime="${message.at}">${time.format(new Date(message.at))}</time>
    </header>
    ${message.subject && html`<h2>${message.subject}</h2>`}
    ${
      (message.code ?? message.link) &&
      html`<p class="key">
        ${message.code && html`<strong class="code" aria-label="Code ${message.code}">${message.code}</strong>`}
        ${message.link && html`<a class="button" href="${message.link}" target="_blank" rel="noopener">Open link</a>`}
      </p>`
    }
    <pre class="body">${linked(message.text.trim())}</pre>
    ${message.html && html`<p class="more"><a href="/inbox/${message.id}" target="_blank" rel="noopener">View as an email</a></p>`}
  </article>
`

/** The inbox for people. It reloads when something arrives; `to` narrows it to one recipient. */
export const inboxPage = ({ messages, to }: { messages: InboxMessage[]; to: string }) =>
  layout({
    title: to === '' ? 'Inbox' : `Inbox: ${to}`,
    current: '/inbox',
    script: '/assets/inbox.js',
    body: html`
      <form class="filter" method="get" action="/inbox" role="search">
        <label for="to">Recipient</label>
        <input
          id="to"
          name="to"
          value="${to}"
          placeholder="ana@example.com or +12025550123"
          autocomplete="off"
          spellcheck="false"
        />
        <button class="button quiet">Show</button>
        ${to !== '' && html`<a href="/inbox">All</a>`}
      </form>
      <div data-inbox data-to="${to}" data-after="${messages[0]?.id ?? ''}" aria-live="polite">
        ${
          messages.length === 0
            ? html`<p class="empty">Nothing here yet. Emails and texts show up as soon as the app sends them.</p>`
            : messages.map(messageCard)
        }
      </div>
    `,
  })
