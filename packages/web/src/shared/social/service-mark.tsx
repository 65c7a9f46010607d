import type { ReactNode } from 'react'

/** Drawn after the services' rules: Google's in its four colours, Apple's in the colour of the text beside it. */
const MARKS: Readonly<Record<string, ReactNode>> = {
  google: (
    <g fill="none" strokeWidth="4">
      <path stroke="#ea4335" d="M5.07 8A8 8 0 0 1 17.66 6.34" />
      <path stroke="#fbbc05" d="M5.07 16A8 8 0 0 1 5.07 8" />
      <path stroke="#34a853" d="M17.66 17.66A8 8 0 0 1 5.07 16" />
      <path stroke="#4285f4" d="M12.4 12H20A8 8 0 0 1 17.66 17.66" />
    </g>
  ),
  apple: (
    <path
      fill="currentColor"
      d="M16.6 12.4c0-2 1.1-3.2 2.6-4.1-1-1.4-2.5-2.1-4.2-2.1-1.4 0-2.1.7-3 .7s-1.9-.7-3.2-.7C6.1 6.2 4 8.5 4 12c0 4 2.7 9 5 9 1.2 0 1.7-.8 3.1-.8s1.9.8 3.1.8c2 0 3.7-3 4.4-5.2-1.8-.7-3-1.8-3-3.4zM15.3 1.8c.2 2-1.4 4-3.4 4-.2-2 1.5-4 3.4-4z"
    />
  ),
}

/** The mark of another service; nothing where it has none here. */
export const ServiceMark = ({ provider }: { provider: string }) => {
  const mark = MARKS[provider]
  return mark ? (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0">
      {mark}
    </svg>
  ) : null
}
