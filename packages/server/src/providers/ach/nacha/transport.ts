import { createFolders } from './folders.ts'
import { createGateway } from './gateway.ts'
import type { NachaSettings } from './settings.ts'
import type { FileTransport } from './transport-port.ts'

/** The way to our bank that the configuration names. */
export const transportOf = (settings: NachaSettings): FileTransport =>
  settings.folders ? createFolders(settings.folders) : createGateway(settings)
