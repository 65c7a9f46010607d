import type { ReactNode } from 'react'

export type EmptyStateProps = {
  picture?: ReactNode
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  headingLevel?: 1 | 2
}

/** Replaces content that is missing: says why, and offers the first step in `action`. */
export const EmptyState = ({ picture, title, text, action, headingLevel = 2 }: EmptyStateProps) => {
  const Heading = headingLevel === 1 ? 'h1' : 'h2'
  return (
    <div className="mx-auto grid max-w-form content-center justify-items-center gap-3 px-4 py-10 text-center">
      {picture}
      <Heading className="pt-2 text-xl font-semibold">{title}</Heading>
      {text !== undefined && <p className="text-text-muted">{text}</p>}
      {action !== undefined && <div className="pt-2">{action}</div>}
    </div>
  )
}
