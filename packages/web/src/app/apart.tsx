import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'

export type Broken = Pick<ErrorComponentProps, 'error'>

/** Catches errors of parts without an error screen above them, so that they do not take the whole page down. */
export const Apart = ({ children, instead }: { children: ReactNode; instead: (broken: Broken) => ReactNode }) => (
  <CatchBoundary getResetKey={() => null} errorComponent={instead}>
    <Suspense>{children}</Suspense>
  </CatchBoundary>
)
