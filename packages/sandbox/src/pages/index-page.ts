import { html } from '../http/html.ts'
import { layout } from './layout.ts'

const pages = [
  ['/inbox', 'Inbox', 'Every mail and text message the app has sent, with codes and links at hand.'],
  ['/kyc', 'Identity checks', 'Approve, deny or question what people have submitted.'],
  ['/card/payments', 'Card payments', 'All payments and their states, as JSON.'],
  ['/webhooks', 'Webhooks', 'Deliveries to the app with every attempt, as JSON.'],
  ['/book', 'Book of effects', 'What really happened, as JSON.'],
  ['/faults', 'Faults', 'What is armed to go wrong, as JSON.'],
] as const

export const indexPage = (appUrl: string) =>
  layout({
    title: 'Overview',
    current: '/',
    body: html`
      <p>
        This stands in for the outside world: card and identity providers, mail and text messages.
        <a href="${appUrl}">Open the app</a>
      </p>
      <ul class="tiles">
        ${pages.map(
          ([href, title, text]) =>
            html`<li>
              <a class="card" href="${href}"
                ><h2>${title}</h2>
                <p>${text}</p></a
              >
            </li>`,
        )}
      </ul>
    `,
  })
