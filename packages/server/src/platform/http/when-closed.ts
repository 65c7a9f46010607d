import type { ServerResponse } from 'node:http'

const waiting = new WeakMap<ServerResponse, (() => void)[]>()

/**
 * Runs `then` once the response has been sent or its connection is gone, at once when it is gone already: no event comes
 * after that. Gate, shares, deadlines and streams all give something back at that moment; they share one listener, because
 * Node takes more than ten on one response for a leak and says so.
 */
export const whenClosed = (response: ServerResponse, then: () => void): void => {
  if (response.destroyed) {
    then()
    return
  }
  const others = waiting.get(response)
  if (others) {
    others.push(then)
    return
  }
  const all = [then]
  waiting.set(response, all)
  response.once('close', () => {
    for (const one of all) one()
  })
}
