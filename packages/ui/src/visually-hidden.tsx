import type { ReactNode } from 'react'

/** Text for screen readers only. */
export const VisuallyHidden = ({ children, id }: { children: ReactNode; id?: string }) => (
  <span id={id} className="sr-only">
    {children}
  </span>
)
