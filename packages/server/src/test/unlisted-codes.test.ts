import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { watchCodes } from './unlisted-codes.ts'

test('a refusal whose code its endpoint does not list fails the test, with the place to list it', async () => {
  const app = Fastify()
  const expectListedCodes = watchCodes(app)
  app.get('/frequents', { config: { endpointKey: 'frequents' } }, async (_request, reply) =>
    reply.code(404).send({ code: 'userNotFound' }),
  )
  app.get('/search', { config: { endpointKey: 'search' } }, async (_request, reply) =>
    reply.code(403).send({ code: 'kycRequired' }),
  )
  await app.inject('/search')
  expect(expectListedCodes).not.toThrow()
  await app.inject('/frequents')
  expect(expectListedCodes).toThrow(
    /^frequents refused with "userNotFound".*`refuses` of frequents in packages\/contract\/src\/app\/contacts\.ts.*npm run generate -w @puente\/contract/,
  )
  expect(expectListedCodes).not.toThrow()
  await app.close()
})
