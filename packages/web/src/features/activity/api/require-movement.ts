import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { paths } from '#lib/layout/paths.ts'

/** Lets pass who has chosen a movement in the list; sends others home. */
export const requireMovement = ({ location }: { location: ParsedLocation }): void => {
  if (location.state.movement === undefined) throw redirect({ to: paths.home.path, replace: true })
}
