import type { Fault } from '../core/faults.ts'
import type { World } from '../core/provider.ts'
import type { ProviderName } from '../core/provider-name.ts'
import { oneOf, object } from '../core/shape.ts'
import { html } from '../http/html.ts'

/** More events than a person causes by hand. */
const MANY = 1000

/** What the form below sends. */
export const eventsBody = object({ events: oneOf(['stop', 'send']) })

const isDropped = (provider: ProviderName) => (fault: Fault) =>
  fault.provider === provider && fault.fault === 'dropWebhook'

/** Stops what a provider tells the app of its own accord, or lets it speak again. */
export const decideEvents = ({ faults }: World, provider: ProviderName, events: 'stop' | 'send') => {
  faults.disarm(isDropped(provider))
  if (events === 'stop') faults.arm({ provider, fault: 'dropWebhook', times: MANY })
}

/** Whether the provider tells the app what happens, and the button that changes it. The app must find out either way. */
export const eventsForm = ({ faults }: World, provider: ProviderName, action: string) => html`
  <form class="actions" method="post" action="${action}">
    ${
      faults.list().some(isDropped(provider))
        ? html`<button class="button" name="events" value="send">Tell the app again</button>
            <span class="muted" role="status">Events are off: the app finds out only by asking.</span>`
        : html`<button class="button quiet" name="events" value="stop">Stop telling the app</button>
            <span class="muted">The app hears at once of what happens here.</span>`
    }
  </form>
`
