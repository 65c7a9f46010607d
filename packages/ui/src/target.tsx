/**
 * What a row or a menu item does: link, button or nothing. Links belong to the application's router, so the caller renders
 * the element (`render={(target) => <Link to="/home" {...target} />}`) and receives its classes and content.
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

/** Renders a link, a button or a plain element, by the first of `render`, `href` and `onClick` that is given. */
export const Target = ({ render, href, onClick, children, ...attributes }: TargetProps & TargetAttributes) => {
  if (render) return <>{render({ ...attributes, children })}</>
  if (href !== undefined) {
    return (
      <a href={href} {...attributes}>
        {children}
      </a>
    )
  }
  if (onClick) {
    return (
      <button type="button" onClick={onClick} {...attributes}>
        {children}
      </button>
    )
  }
  return <div {...attributes}>{children}</div>
}
