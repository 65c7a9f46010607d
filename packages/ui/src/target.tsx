/**
 * Rows and menu items lead somewhere, act, or only show. Links belong to the application's router, so the caller
 * brings the element (`render={(target) => <Link to="/home" {...target} />}`) and gets the looks and the content.
 */
import type { ReactNode } from 'react'

export type TargetAttributes = { className: string; children: ReactNode; 'aria-current'?: 'page' }

export type TargetProps = {
  /** Makes it a link of the caller's router. */
  render?: (target: TargetAttributes) => ReactNode
  /** Makes it a plain link. */
  href?: string
  /** Makes it a button. */
  onClick?: () => void
}

export const Target = ({ render, href, onClick, children, ...look }: TargetProps & TargetAttributes) => {
  if (render) return <>{render({ ...look, children })}</>
  if (href !== undefined) {
    return (
      <a href={href} {...look}>
        {children}
      </a>
    )
  }
  if (onClick) {
    return (
      <button type="button" onClick={onClick} {...look}>
        {children}
      </button>
    )
  }
  return <div {...look}>{children}</div>
}
