/** What a person is called, where they live, what language they read. */
export { drawPicture, pictureFrom64 } from './draw-picture.ts'
export { eraseJob, profileTasks } from './erase-picture.ts'
export { deleteProductPictures, insertPicture, putPicture, readPictureOf, sharePictures } from './pictures-store.ts'
export { dayIn, isAdultBirthday } from './profile-rules.ts'
export { profileRoutes } from './routes.ts'
export { placeFit, zipPlaces } from './zip-places.ts'
