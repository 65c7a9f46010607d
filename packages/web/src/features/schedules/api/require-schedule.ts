import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { paths } from '#lib/layout/paths.ts'

/** Requires a schedule chosen in the list; redirects to the list otherwise. */
export const requireSchedule = ({ location }: { location: ParsedLocation }): void => {
  if (location.state.schedule === undefined) throw redirect({ to: paths.schedules.path, replace: true })
}
