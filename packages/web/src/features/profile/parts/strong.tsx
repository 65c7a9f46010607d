import type { ReactNode } from 'react'

/** How a username stands out in a sentence. */
export const strong = (chunks: ReactNode) => <span className="font-semibold wrap-anywhere text-text">{chunks}</span>
