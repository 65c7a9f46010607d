import { createStore } from '#lib/browser/store.ts'

/** The element that the sandbox's pill is rendered into; null between screens and on those without a header. */
export const sandboxSlot = createStore<Element | null>(null)

// A stable ref callback: a new one would detach and attach the slot with every render.
const setSlot = (element: Element | null) => sandboxSlot.set(element)

/** The slot for the pill in a header. It is empty until the page is idle, and always where real money moves. */
export const SandboxSlot = () => <span ref={setSlot} className="contents" />
