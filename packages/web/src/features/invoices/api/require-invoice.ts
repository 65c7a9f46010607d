import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { paths } from '#lib/layout/paths.ts'

/** Requires an invoice chosen in the list; redirects to the list otherwise. */
export const requireInvoice = ({ location }: { location: ParsedLocation }): void => {
  if (location.state.invoice === undefined) throw redirect({ to: paths.invoices.path, replace: true })
}
