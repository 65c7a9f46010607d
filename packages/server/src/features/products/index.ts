/** The catalogue: what a person sells, at which price. */
export { productsRoutes } from './routes.ts'
