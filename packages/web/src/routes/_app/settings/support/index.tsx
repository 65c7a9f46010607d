import { createFileRoute } from '@tanstack/react-router'

/** The list alone: it is drawn by the route around this one. */
export const Route = createFileRoute('/_app/settings/support/')({})
