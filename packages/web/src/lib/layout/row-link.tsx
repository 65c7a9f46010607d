import type { TargetAttributes } from '@puente/ui/target'
import { useLinkProps } from '@tanstack/react-router'
import { isWide } from '#lib/browser/wide.ts'
import type { ScreenPath } from './paths.ts'

type Props = {
  target: TargetAttributes
  to: ScreenPath
  /** What the row is about; all rows of a list lead to one path. */
  state: object
  /** Replaces the current history entry, when one detail follows another. */
  replace?: boolean
  /** On a wide screen the detail is shown beside the list, which keeps its scroll position. */
  beside?: boolean
}

/** The link of a row that can be chosen. The router would mark the rows of a list as current all together, as their path is. */
export const RowLink = ({ target: { children, ...attributes }, to, beside = true, ...link }: Props) => {
  const props = useLinkProps({ ...link, to: to as string, resetScroll: !(beside && isWide()) })
  return (
    <a {...props} {...attributes}>
      {children}
    </a>
  )
}
