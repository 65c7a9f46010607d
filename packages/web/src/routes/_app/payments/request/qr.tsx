import { createFileRoute } from '@tanstack/react-router'
import { QrScreen } from '#features/requests/screens/qr-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/payments/request/qr')({
  staticData: { title: 'requests.qr.title', parent: paths.requests.path },
  component: QrScreen,
})
