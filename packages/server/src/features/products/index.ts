/** The catalogue: what a person sells, at which price. */
export { pictureUrl } from './product-out.ts'
export { listProductsOf, lockProducts, type Product } from './products-store.ts'
export { productsRoutes } from './routes.ts'
export { productsTasks } from './tasks.ts'
