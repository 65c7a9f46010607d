import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'

export type Broken = Pick<ErrorComponentProps, 'error'>

/** An error here has no screen above it that could show it: what broke must not take everything with it. */
export const Apart = ({ children, instead }: { children: ReactNode; instead: (broken: Broken) => ReactNode }) => (
  <CatchBoundary getResetKey={() => null} errorComponent={instead}>
    <Suspense>{children}</Suspense>
  </CatchBoundary>
)
