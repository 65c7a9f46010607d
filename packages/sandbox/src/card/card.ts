import type { Provider, World } from '../core/provider.ts'
import type { Hosts } from '../http/page-forms.ts'
import { createPaymentActs } from './acts.ts'
import { createAftermath } from './aftermath.ts'
import { registerCardControl } from './control.ts'
import { registerCardDesk } from './desk.ts'
import { createEmitter } from './events.ts'
import { registerCardPages } from './page-routes.ts'
import { addPartyEndpoints } from './party-endpoints.ts'
import { addPaymentEndpoints } from './payment-endpoints.ts'
import { createPayments } from './payments.ts'
import { renderBalanceTransaction, renderCharge, renderRefund } from './render-payments.ts'
import { renderCustomer, renderPaymentMethod } from './render-parties.ts'
import { createSessions } from './sessions.ts'
import { clearCardStore, createCardStore } from './store.ts'
import { registerWire } from './wire.ts'
import type { Lookup } from './wire.ts'

/** The card rail in Stripe's words: API at /v1, hosted pages and control calls at /card. */
export const createCardProvider = (world: World, hosts: Hosts): Provider => {
  const store = createCardStore()
  const emit = createEmitter(world, store)
  const payments = createPayments(world, store, emit)
  const sessions = createSessions(world, store, payments, emit)
  const aftermath = createAftermath(world, store, emit)
  const act = createPaymentActs({ store, payments, sessions, aftermath })
  let clearKeys = () => {}

  const found = <T>(value: T | undefined, render: (value: T) => object) => (value === undefined ? null : render(value))
  const lookups: Record<string, Lookup> = {
    pi: (id) => found(store.intents.get(id), payments.render),
    ch: (id) => found(store.charges.get(id), (charge) => renderCharge(store, charge)),
    re: (id) => found(store.refunds.get(id), renderRefund),
    txn: (id) =>
      found(store.balanceTransactions.get(id), (line) => renderBalanceTransaction(line, world.clock.unixSeconds())),
    cus: (id) => found(store.customers.get(id), renderCustomer),
    pm: (id) => found(store.paymentMethods.get(id), renderPaymentMethod),
  }

  return {
    name: 'card',
    register(app) {
      const lookup: Lookup = (id) => lookups[id.slice(0, id.indexOf('_'))]?.(id) ?? null
      const wire = registerWire(app, world, lookup, (endpoint) => {
        addPaymentEndpoints(endpoint, { world, store, payments, aftermath })
        addPartyEndpoints(endpoint, { world, store, sessions, emit })
      })
      clearKeys = wire.clear
      registerCardPages(app, { store, payments, sessions, hosts })
      registerCardControl(app, { world, store, sessions, act })
      registerCardDesk(app, { world, store, sessions, aftermath, act, hosts })
    },
    reset() {
      clearCardStore(store)
      clearKeys()
    },
  }
}
