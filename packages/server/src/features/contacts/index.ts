/** The people one sends to, and those one will have nothing to do with. */
export { blocksParticipant } from './blocks-participant.ts'
export { findBlockedBy, isBlockedBetween, listBlocks } from './blocks-store.ts'
export { contactsRoutes } from './routes.ts'
