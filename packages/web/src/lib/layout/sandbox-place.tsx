import { createStore } from '#lib/browser/store.ts'

/** Where on the page the sandbox's pill stands now; null between screens and on those without a header. */
export const sandboxPlace = createStore<Element | null>(null)

// One function for all time, so that the place is not left and entered again with every rendering.
const stand = (element: Element | null) => sandboxPlace.set(element)

/** A header's place for the pill. It is empty until the page rests, and stays so where real money moves. */
export const SandboxPlace = () => <span ref={stand} className="contents" />
