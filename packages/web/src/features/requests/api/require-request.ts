import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { paths } from '#lib/layout/paths.ts'

/** Requires a request chosen in the list; redirects to the list otherwise. */
export const requireRequest = ({ location }: { location: ParsedLocation }): void => {
  if (location.state.request === undefined) throw redirect({ to: paths.requests.path as string, replace: true })
}

/** Requires a bill; redirects to the list otherwise. */
export const requireSplit = ({ location }: { location: ParsedLocation }): void => {
  if (location.state.split === undefined) throw redirect({ to: paths.requests.path as string, replace: true })
}
