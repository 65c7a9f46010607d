import type { ReactNode } from 'react'

/** `+13055550134` as people write it; anything else (a masked number) as it came. */
export const phoneText = (phone: string): string => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 ($1) $2-$3')

/** Keeps a phone number on one line: its hyphen is no place to break. For the `<number>` of a text. */
export const inOneLine = (number: ReactNode) => <span className="whitespace-nowrap">{number}</span>
