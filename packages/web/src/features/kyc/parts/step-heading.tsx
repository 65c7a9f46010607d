import { useEffect, useRef, type ReactNode } from 'react'

type Props = {
  title: ReactNode
  text: ReactNode
  /** The step has followed another one, whose focus went with it. */
  moved: boolean
}

/** Names a step, and takes the focus when the step before has gone, so that reading starts here. */
export const StepHeading = ({ title, text, moved }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!moved) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [moved])
  return (
    <div className="grid gap-1.5">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
        {title}
      </h2>
      <p className="text-text-muted">{text}</p>
    </div>
  )
}
