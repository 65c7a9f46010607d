import { createFileRoute } from '@tanstack/react-router'
import { requireContacts } from '#app/guards.ts'

/** Everything of invoices and the catalogue: for people with both contacts verified. */
export const Route = createFileRoute('/_app/invoice')({ beforeLoad: requireContacts })
