/** Asking others for money: a person, by a link, or several for their shares of a bill. */
export { askIn } from './ask-in.ts'
export { requirePayableRequest } from './find-payable.ts'
export { createRequestsParticipant, forRequest } from './requests-participant.ts'
export { requestsRoutes } from './routes.ts'
export { otherSideOf, stateAt } from './request-rules.ts'
export { type OwnRequest } from './request.ts'
export { findRequest, listAllRequests } from './requests-store.ts'
export { requestsTasks } from './tasks.ts'
