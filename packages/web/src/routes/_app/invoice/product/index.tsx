import { createFileRoute } from '@tanstack/react-router'
import { CatalogueScreen } from '#features/products/screens/catalogue-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/invoice/product/')({
  staticData: { title: 'products.title', parent: paths.invoices.path, isFlow: true },
  component: CatalogueScreen,
})
