import { uuidOf } from '@puente/contract'
import { expect, test, vi } from 'vitest'
import { readTicketCase, readTicketFile } from '#features/operations/index.ts'
import { aUser, aVerifiedUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { newId } from '#platform/ids.ts'
import { appOfFile } from '#test/suite.ts'
import { supportOrdersIn } from '#test/support-orders.ts'
import { aPhoto, uploadTicketFile } from '#test/upload.ts'
import { pruneUnsentFiles } from './tasks.ts'
import { filesCountFrom, hasRoomForFiles } from './ticket-file-rules.ts'
import { countTicketFiles } from './ticket-files-store.ts'

const app = appOfFile()
const orders = supportOrdersIn(app)
const headersOf = (user: TestUser) => signedIn(app.services, user)
const PDF = Buffer.from(`%PDF-1.7\n${'evidence '.repeat(200)}\n%%EOF\n`)

const attach = async (user: TestUser, bytes: Uint8Array) => {
  const { authorization } = await headersOf(user)
  return uploadTicketFile(app, authorization.replace('Bearer ', ''), bytes)
}
const create = async (user: TestUser, files: string[], description = 'Look at this') =>
  app.call('createTicket', { module: 'other', description, files } as never, { headers: await headersOf(user) })
const reply = async (user: TestUser, ticketId: string, files: string[], description = 'And this') =>
  app.call('replyTicket', { ticketId, description, files } as never, { headers: await headersOf(user) })
const thread = async (user: TestUser, ticketId: string) =>
  (await app.call('getTicket', { ticketId } as never, { headers: await headersOf(user) })).data.messages
const read = async (user: TestUser, fileId: string) =>
  app.raw('readTicketFile', { fileId }, { headers: await headersOf(user) })
const bare = (id: string, prefix: 'fil' | 'tkt') => uuidOf(id, prefix) ?? ''
const readings = async (fileId: string) => {
  const { rows } = await app.services.db.pool.query(
    `select actor_kind from audit_log where action = 'file.read' and object_id = $1`,
    [bare(fileId, 'fil')],
  )
  return rows.length
}

test('a picture and a PDF go with a message, are read by their sender alone and by an operator with a reason, and each reading leaves a row', async () => {
  const [ana, eve] = [await aUser(app.services), await aUser(app.services)]
  const [photo, pdf] = [await attach(ana, await aPhoto('png')), await attach(ana, PDF)]
  expect(photo).toMatchObject({ status: 200, data: { contentType: 'image/jpeg' } })
  expect(pdf).toMatchObject({ status: 200, data: { contentType: 'application/pdf', size: PDF.length } })
  // Nobody else may send or read them, and they are sent once.
  expect(await create(eve, [pdf.data.id])).toMatchObject({ status: 404, code: 'notFound' })
  expect((await read(eve, pdf.data.id)).status).toBe(404)
  const sent = await create(ana, [photo.data.id, pdf.data.id])
  expect(sent.status).toBe(200)
  expect((await create(ana, [photo.data.id, pdf.data.id])).data).toEqual(sent.data)
  expect(await create(ana, [pdf.data.id], 'Once more')).toMatchObject({ code: 'notFound' })
  const [message] = await thread(ana, sent.data.ticketId)
  expect(message?.files.map(({ id }) => id)).toEqual([photo.data.id, pdf.data.id])
  const opened = await read(ana, pdf.data.id)
  expect(opened.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' })
  expect(await readings(pdf.data.id)).toBe(1)

  const context = { ...orders.context(), keys: app.services.keys, blobs: app.services.blobs }
  const asked = { id: bare(sent.data.ticketId, 'tkt'), reason: 'answering' }
  const shown = await readTicketCase(context, orders.as('rosa'), asked)
  expect(shown.files.map(({ fileId }) => fileId)).toContain(bare(pdf.data.id, 'fil'))
  const id = bare(pdf.data.id, 'fil')
  await expect(readTicketFile(context, orders.as('rosa'), { id, reason: ' ' })).rejects.toThrow('A reason is needed')
  const { bytes } = await readTicketFile(context, orders.as('rosa'), { id, reason: 'answering' })
  expect(bytes.equals(PDF)).toBe(true)
  expect(await readings(pdf.data.id)).toBe(2)
  const log = await app.call('accessLog', {}, { headers: await headersOf(ana) })
  expect(log.data.items.filter(({ what }) => what === 'supportTicket')).toHaveLength(2)
})

test('at rest a file is sealed, and what is neither a picture nor a whole PDF is not taken', async () => {
  const ana = await aUser(app.services)
  const { data } = await attach(ana, PDF)
  const { rows } = await app.services.db.pool.query<{ blob_key: string }>(
    'select blob_key from support_files where file_id = $1',
    [bare(data.id, 'fil')],
  )
  expect((await app.services.blobs.get(rows[0]?.blob_key ?? '')).includes('evidence')).toBe(false)
  expect(await attach(ana, PDF.subarray(0, 900))).toMatchObject({ code: 'invalidType', details: { reason: 'pdf' } })
  expect(await attach(ana, Buffer.from('<html>hello</html>'))).toMatchObject({ code: 'invalidType' })
  const large = Buffer.concat([PDF, Buffer.alloc(8_388_608)])
  expect(await attach(ana, large)).toMatchObject({ code: 'invalidRequest', details: { reason: 'tooLarge' } })
  expect([hasRoomForFiles({ count: 59, bytes: 0 }), hasRoomForFiles({ count: 60, bytes: 0 })]).toEqual([true, false])
  expect(hasRoomForFiles({ count: 1, bytes: 40_000_000 })).toBe(false)
})

test('X-37 evidence goes with a report of a problem, into its conversation, and its sender sees who has read both, and that nothing was decided', async () => {
  const [ana, ben] = [await aVerifiedUser(app.services), await aVerifiedUser(app.services)]
  await withBalance(app.services, ana, 20_00)
  const [headers, key] = [await headersOf(ana), newId()]
  const payment = { toUser: ben.userId, amount: 5_00, currency: 'USD' } as const
  const { transactionId } = (await app.call('sendInApp', payment, { headers, key })).data
  const { id } = (await attach(ana, PDF)).data
  const asked = { transactionId, kind: 'notReceived', description: 'Nothing came', files: [id] } as const
  const dispute = await app.call('createDispute', asked as never, { headers })
  expect((await app.call('createDispute', asked as never, { headers })).data.id).toBe(dispute.data.id)
  expect((await thread(ana, dispute.data.ticketId))[0]?.files).toMatchObject([{ id }])

  const context = { ...orders.context(), keys: app.services.keys, blobs: app.services.blobs }
  const reading = { id: uuidOf(dispute.data.id, 'dsp') ?? '', reason: 'answering' }
  await readTicketCase(context, orders.as('rosa'), reading)
  await readTicketFile(context, orders.as('rosa'), { id: bare(id, 'fil'), reason: 'answering' })
  const log = await app.call('accessLog', {}, { headers })
  const read = { role: 'support', what: 'supportTicket', why: 'support', reference: dispute.data.ticketId }
  expect(log.data.items).toMatchObject([read, read])
})

test('a reply whose answer was lost is made once, and a file that nothing was sent with is gone after a day', async () => {
  const ana = await aUser(app.services)
  const { ticketId } = (await create(ana, [])).data
  const [one, unsent] = [(await attach(ana, PDF)).data.id, (await attach(ana, PDF)).data.id]
  expect((await reply(ana, ticketId, [one])).data.messages).toHaveLength(2)
  expect((await reply(ana, ticketId, [one])).data.messages).toHaveLength(2)
  expect(await reply(ana, ticketId, [one], 'Other words')).toMatchObject({ code: 'notFound' })
  await pruneUnsentFiles(app.services)
  expect((await read(ana, unsent)).status).toBe(200)
  app.clock.advance(25 * 3_600_000)
  await pruneUnsentFiles(app.services)
  await app.runJobs()
  expect((await read(ana, unsent)).status).toBe(404)
  expect((await read(ana, one)).status).toBe(200)
  expect((await countTicketFiles(app.services.db, ana.id, filesCountFrom(app.clock.now()))).count).toBe(1)
})

test('of files that are put away at once only as many are kept as there is room for, no blob stays of the others, and thirty days later there is room again', async () => {
  const ana = await aUser(app.services)
  await app.services.db.pool.query(
    `insert into support_files (owner_id, file_id, content_type, size_bytes, sha256, blob_key, created_at)
     select $1, gen_random_uuid(), 'application/pdf', 1, $2, 'none', $3 from generate_series(1, 59)`,
    [ana.id, Buffer.alloc(32), app.clock.now()],
  )
  const [put, deleted] = [vi.spyOn(app.services.blobs, 'put'), vi.spyOn(app.services.blobs, 'delete')]
  const tries = await Promise.all(Array.from({ length: 3 }, () => attach(ana, PDF)))
  const refused = tries.filter(({ status }) => status !== 200)
  expect(refused.map(({ details }) => details)).toEqual(refused.map(() => ({ reason: 'tooManyFilesLately' })))
  expect(refused).toHaveLength(2)
  expect(put.mock.calls.length - deleted.mock.calls.length).toBe(1)
  put.mockRestore()
  deleted.mockRestore()
  app.clock.advance(31 * 86_400_000)
  expect((await attach(ana, PDF)).status).toBe(200)
})
