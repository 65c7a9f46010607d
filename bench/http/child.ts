import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Asked } from './protocol.ts'

export type Server = {
  url: string
  pid: number
  ask: <Answer>(asked: Asked) => Promise<Answer>
  stop: () => Promise<void>
}

type Told = { value?: unknown; error?: string }

/** Starts the server under measurement. `nodeOptions` are those of the product, and of a profiler. */
export const startServer = async (env: Record<string, string>, nodeOptions: string[]): Promise<Server> => {
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), {
    env: { PATH: process.env.PATH, ...env },
    execArgv: nodeOptions,
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const heard = <Answer>(): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`the server ended with ${code}`))
      child.once('exit', onExit)
      child.once('message', ({ value, error }: Told) => {
        child.off('exit', onExit)
        if (error === undefined) resolve(value as Answer)
        else reject(new Error(error))
      })
    })
  const url = await heard<string>()
  const { pid } = child
  if (pid === undefined) throw new Error('the server has no process')
  const ask = <Answer>(asked: Asked): Promise<Answer> => {
    const answer = heard<Answer>()
    child.send(asked)
    return answer
  }
  return {
    url,
    pid,
    ask,
    stop: async () => {
      if (child.connected) await ask({ ask: 'stop' })
      await ended
    },
  }
}
