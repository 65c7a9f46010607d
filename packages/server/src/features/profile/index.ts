/** What a person is called, where they live, what language they read. */
export { profileTasks } from './erase-picture.ts'
export { profileRoutes } from './routes.ts'
