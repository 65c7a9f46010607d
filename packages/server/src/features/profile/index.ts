/** What a person is called, where they live, what language they read. */
export { profileTasks } from './erase-picture.ts'
export { insertPicture, putPicture, readPictureOf } from './pictures-store.ts'
export { dayIn, isAdultBirthday } from './profile-rules.ts'
export { profileRoutes } from './routes.ts'
export { placeFit, zipPlaces } from './zip-places.ts'
