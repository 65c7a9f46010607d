import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { html, markup } from '../http/html.ts'
import type { Html } from '../http/html.ts'

/** The pages' own files; nothing comes from elsewhere. */
export const registerAssets = (app: FastifyInstance) => {
  const style = readFileSync(new URL('./sandbox.css', import.meta.url), 'utf8')
  const inboxScript = readFileSync(new URL('./inbox.client.js', import.meta.url), 'utf8')
  app.get('/assets/sandbox.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  app.get('/assets/inbox.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(inboxScript))
}

const bridge = html`<svg class="mark" viewBox="0 0 48 32" width="36" height="24" aria-hidden="true">
  <path
    d="M2 25h44M10 25V9M38 25V9M10 9q14 22 28 0M2 19q5-2 8-10M46 19q-5-2-8-10M17 17v8M24 20v5M31 17v8"
    fill="none"
    stroke="currentColor"
    stroke-width="2.4"
    stroke-linecap="round"
  />
</svg>`

type Page = {
  title: string
  body: Html
  lang?: string
  current?: string
  script?: string
  banner?: string
  plain?: boolean
}

const links = [
  ['/', 'Overview'],
  ['/inbox', 'Inbox'],
  ['/push', 'Push'],
  ['/kyc', 'Identity checks'],
  ['/bank/ach', 'Bank transfers'],
  ['/bank/paypal', 'PayPal payouts'],
  ['/bank/cards', 'Card payments'],
  ['/bank/paypal/orders', 'PayPal payments'],
  ['/bank', 'Pay by Zelle'],
] as const

/** The frame of every page. `plain` leaves the navigation out, for pages a paying person sees. */
export const layout = ({
  title,
  body,
  lang = 'en',
  current,
  script,
  banner = 'Sandbox: no real money moves',
  plain,
}: Page) =>
  html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Puente sandbox</title>
        <link rel="stylesheet" href="/assets/sandbox.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <p class="banner">${banner}</p>
        ${
          !plain &&
          html`<header class="top">
            <a class="brand" href="/">${bridge}<span>Puente sandbox</span></a>
            <nav aria-label="Pages">
              ${links.map(([href, label]) => html`<a href="${href}" ${href === current ? html`aria-current="page"` : ''}>${label}</a>`)}
            </nav>
          </header>`
        }
        <main class="${plain ? 'narrow' : 'wide'}">
          ${plain ? html`<p class="brand">${bridge}<span>Puente</span></p>` : html`<h1>${title}</h1>`} ${body}
        </main>
        ${script && html`<script src="${script}" defer></script>`}
      </body>
    </html>`

/** Two seconds are too few to choose an outcome by hand: the next one waits until this is pressed. */
export const waitForm = (action: string, label: string) =>
  html`<form class="actions" method="post" action="${action}"><button class="button quiet">${label}</button></form>`

/**
 * Sends a page under a strict policy. `formTargets` are addresses a form of this page may end up at: browsers apply
 * `form-action` to the redirect that follows a form, so leaving them out would break the way back to the app.
 */
export const sendPage = (reply: FastifyReply, page: Html, formTargets: readonly (string | null | undefined)[] = []) => {
  const origins = formTargets.flatMap((target) => (target && URL.canParse(target) ? [new URL(target).origin] : []))
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    `form-action ${["'self'", ...new Set(origins)].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      // "no-referrer" would turn the Origin of our own forms into "null".
      .header('referrer-policy', 'same-origin')
      .send(markup(page))
  )
}
