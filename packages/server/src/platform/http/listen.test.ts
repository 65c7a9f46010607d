import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { listenOn } from './listen.ts'

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

/** Where a server answers that listens like this. 127.0.0.2 stands for any other address that the machine has. */
const answering = async (host: string | null): Promise<string[]> => {
  const app = fastify()
  app.get('/', () => 'here')
  const port = await freePort()
  const closeSecond = await listenOn(app, port, host)
  ending.push(() => Promise.all([app.close(), closeSecond()]))
  const answers = await Promise.all(
    ['127.0.0.1', '127.0.0.2'].map(async (address) => {
      const answer = await fetch(`http://${address}:${port}/`).catch(() => null)
      return answer?.ok ? [address] : []
    }),
  )
  return answers.flat()
}

test('a server is reachable on loopback alone, unless another address is named', async () => {
  expect(await answering(null)).toEqual(['127.0.0.1'])
  expect(await answering('127.0.0.2')).toEqual(['127.0.0.2'])
  expect(await answering('0.0.0.0')).toEqual(['127.0.0.1', '127.0.0.2'])
})
