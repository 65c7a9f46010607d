import { resolve } from 'node:path'

/** The state folder of a command: npm runs it in its package's folder and says where it was typed. */
export const stateDirOfCommand = (): string =>
  resolve(process.env.INIT_CWD ?? '.', process.env.PUENTE_STATE ?? '.puente')
