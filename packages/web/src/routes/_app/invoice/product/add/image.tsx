import { createFileRoute } from '@tanstack/react-router'
import { ProductImageScreen } from '#features/products/screens/product-image-screen.tsx'
import { paths } from '#lib/layout/paths.ts'

export const Route = createFileRoute('/_app/invoice/product/add/image')({
  staticData: { title: 'products.pictureTitle', parent: paths.productsAdd.path, isFlow: true },
  component: ProductImageScreen,
})
