import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { paths } from '#lib/layout/paths.ts'

/** Requires a payment chosen to be approved; redirects to the approvers otherwise. */
export const requireApproval = ({ location }: { location: ParsedLocation }): void => {
  if (location.state.approval === undefined) throw redirect({ to: paths.settingsApprovers.path, replace: true })
}
