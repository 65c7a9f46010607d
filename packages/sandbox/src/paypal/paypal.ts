import type { Provider, World } from '../core/provider.ts'
import type { Hosts } from '../http/page-forms.ts'
import { createCertificate } from './certificate.ts'
import { registerOrderControl } from './control.ts'
import { createEmitter, createSigner } from './events.ts'
import { addOrderEndpoints } from './order-endpoints.ts'
import { createOrders } from './orders.ts'
import { registerPayoutControl } from './payout-control.ts'
import { addPayoutEndpoints } from './payout-endpoints.ts'
import { createPayouts } from './payouts.ts'
import { registerPaypalPages } from './pages.ts'
import { createRender } from './render.ts'
import { clearPaypalStore, createPaypalStore } from './store.ts'
import { registerWire } from './wire.ts'

/** PayPal in its own words: API at /wire/paypal, the page where payers approve, and control calls at /paypal. */
export const createPaypalProvider = (world: World, hosts: Hosts): Provider => {
  const store = createPaypalStore()
  const certificate = createCertificate()
  const sign = createSigner(world, certificate)
  const emit = createEmitter(world, sign)
  const publicUrl = () => world.urls.public
  const render = createRender(store, publicUrl)
  const orders = createOrders({ world, store, render, emit })
  const payouts = createPayouts({ world, store, emit, publicUrl })
  let clearWire = () => {}

  return {
    name: 'paypal',
    register(app) {
      const wire = registerWire(app, world, certificate, (endpoint) => {
        addOrderEndpoints(endpoint, { world, store, orders, render })
        addPayoutEndpoints(endpoint, payouts, publicUrl)
      })
      clearWire = wire.clear
      registerPaypalPages(app, { store, orders, hosts })
      registerOrderControl(app, { world, store, orders, render, hosts, sign })
      registerPayoutControl(app, payouts, hosts)
    },
    reset() {
      clearPaypalStore(store)
      payouts.clear()
      clearWire()
    },
  }
}
