/** What a person is called, where they live, what language they read. */
export { profileRoutes } from './routes.ts'
