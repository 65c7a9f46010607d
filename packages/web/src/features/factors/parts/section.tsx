import { useId, type ReactNode } from 'react'

type Props = {
  title: string
  lead?: string
  /** Is given the id of the title, by which the list below it is named. */
  children: (labelledBy: string) => ReactNode
}

/** A part of the screen under its title. */
export const Section = ({ title, lead, children }: Props) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-sm font-semibold text-text-muted">
        {title}
      </h2>
      {lead !== undefined && <p className="text-sm text-text-muted">{lead}</p>}
      {children(id)}
    </section>
  )
}
