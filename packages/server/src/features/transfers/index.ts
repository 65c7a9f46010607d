/** Money from one person to another, at once or held until the receiver has proved who they are. */
export { cancelHeldTransfer } from './cancel-held-transfer.ts'
export { endWait } from './held-transfers.ts'
export { returnHeldTransfer } from './return-held-transfer.ts'
export { IN_APP } from './in-app-rail.ts'
export { sendCommand } from './send-command.ts'
export { transfersRoutes } from './routes.ts'
export { transfersTasks } from './tasks.ts'
