import { createFileRoute } from '@tanstack/react-router'
import { ProductFormScreen } from '#features/products/screens/product-form-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/invoice/product/add/')({
  staticData: { title: 'products.addTitle', parent: paths.products.path, isFlow: true },
  component: ProductFormScreen,
})
