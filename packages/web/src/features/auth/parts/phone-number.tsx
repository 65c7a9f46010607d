import type { ReactNode } from 'react'

/** Keeps a phone number on one line: its hyphen is no place to break. For the `<number>` of a text. */
export const inOneLine = (number: ReactNode) => <span className="whitespace-nowrap">{number}</span>
