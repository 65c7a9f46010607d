/** What a person is called, where they live, what language they read. */
export { profileTasks } from './erase-picture.ts'
export { insertPicture, putPicture } from './pictures-store.ts'
export { profileRoutes } from './routes.ts'
