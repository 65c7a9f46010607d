/** A copy of one's data. */
export { exportsTasks } from './build-export.ts'
export { exportsRoutes } from './routes.ts'
