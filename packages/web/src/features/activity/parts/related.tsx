import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#lib/layout/paths.ts'

/** Leads to another movement that this one is about, by its id. */
export const Related = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={paths.movementsDetail.path} state={{ movement: to }} className="rounded-sm font-semibold text-brand-text">
    {children}
  </Link>
)
