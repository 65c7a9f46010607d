import { createFileRoute } from '@tanstack/react-router'
import { ScanScreen } from '#features/requests/screens/scan-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/request/scan')({
  staticData: { title: 'requests.scan.title', parent: paths.requests.path },
  component: ScanScreen,
})
