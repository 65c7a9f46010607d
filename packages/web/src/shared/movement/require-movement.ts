import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { paths } from '#lib/layout/paths.ts'

/** Requires a movement chosen in the list; redirects home otherwise. */
export const requireMovement = ({ location }: { location: ParsedLocation }): void => {
  if (location.state.movement === undefined) throw redirect({ to: paths.home.path, replace: true })
}
