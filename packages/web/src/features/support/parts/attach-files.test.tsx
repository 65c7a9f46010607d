import { File as NodeFile } from 'node:buffer'
import { TICKET_FILE_LIMIT_BYTES, TICKET_FILES_MAX, type TicketWithMessages } from '@puente/contract'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { reloadApp, signedInAs } from '#test/render.tsx'
import { answers, refuses, server } from '#test/server.ts'
import { aPhoto, useFetchForms } from '#test/uploads.ts'

beforeAll(useFetchForms)

const at = '2026-11-24T15:00:00.000Z'
const id = `tkt_${'1'.repeat(32)}` as const
const aTicket: TicketWithMessages = {
  id,
  module: 'payments',
  state: 'open',
  transactionId: null,
  disputeId: null,
  concerns: null,
  excerpt: 'Where is it?',
  date: at,
  updatedAt: at,
  version: 1,
  messages: [{ id: '1', from: 'you', text: 'Where is it?', files: [], at }],
}

const aFile = (name: string, type: string, bytes = 1000) =>
  new NodeFile([new Uint8Array(bytes)], name, { type }) as unknown as File
const aPdf = (name: string, bytes?: number) => aFile(name, 'application/pdf', bytes)

test('files are added to a reply and removed again; what is refused says why and leaves those that were chosen; what is left is uploaded once, and goes with the message when that is sent again', async () => {
  signedInAs()
  const [uploads, replies]: [string[], unknown[]] = [[], []]
  server.use(
    answers('getTicket', aTicket),
    answers('listTickets', { items: [aTicket], last: null, end: true }),
    answers('attachFile', ({ body }) => {
      uploads.push(/filename="([^"]*)"/.exec(String(body))?.[1] ?? '')
      const file = `fil_${String(uploads.length).repeat(32)}` as const
      return { id: file, contentType: 'application/pdf' as const, size: 1000 }
    }),
    refuses('replyTicket', 'invalidRequest'),
  )
  await reloadApp('/settings/support/ticket', { ticket: id })
  const add = await screen.findByLabelText('Add pictures or PDFs')
  // What a picker offers can be chosen past.
  const user = userEvent.setup({ applyAccept: false })
  const chosen = () =>
    within(screen.getByRole('list', { name: 'Files to send' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

  await user.upload(add, [aPhoto(), aPdf('bill.pdf', 200), aPdf('letter.pdf')])
  expect(await screen.findByRole('list', { name: 'Files to send' })).toBeVisible()
  expect(chosen()).toEqual(['photo.jpg1 kB', 'bill.pdf1 kB', 'letter.pdf1 kB'])
  await user.click(screen.getByRole('button', { name: 'Remove bill.pdf' }))
  expect(chosen()).toEqual(['photo.jpg1 kB', 'letter.pdf1 kB'])
  expect(add).toHaveFocus()

  const refused = [
    [[aFile('notes.txt', 'text/plain')], 'Choose JPEG, PNG or WebP pictures, or PDFs.'],
    [[aPdf('scan.pdf', TICKET_FILE_LIMIT_BYTES)], 'Choose files under 8 MB each.'],
    [Array.from({ length: TICKET_FILES_MAX - 1 }, (_, n) => aPdf(`${n}.pdf`)), 'Choose at most 5 files.'],
  ] as const
  for (const [files, why] of refused) {
    await user.upload(add, [...files])
    expect(await screen.findByText(why)).toBeVisible()
    expect(add).toBeInvalid()
    expect(chosen()).toHaveLength(2)
  }

  await user.type(screen.getByLabelText('Your reply'), 'Here it is')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  server.use(
    answers('replyTicket', ({ body }) => {
      replies.push(body)
      return aTicket
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await expect.poll(() => screen.queryByRole('list', { name: 'Files to send' })).toBeNull()
  expect(uploads).toEqual(['photo.jpg', 'letter.pdf'])
  expect(replies).toEqual([
    { ticketId: id, description: 'Here it is', files: [`fil_${'1'.repeat(32)}`, `fil_${'2'.repeat(32)}`] },
  ])
})

test('a file that is no picture and no PDF is named when the message is sent, and the message goes without it once it is removed', async () => {
  signedInAs()
  const replies: unknown[] = []
  server.use(
    answers('getTicket', aTicket),
    answers('listTickets', { items: [aTicket], last: null, end: true }),
    refuses('attachFile', 'invalidType', { field: 'file', reason: 'pdf' }),
    answers('replyTicket', ({ body }) => {
      replies.push(body)
      return aTicket
    }),
  )
  const { user } = await reloadApp('/settings/support/ticket', { ticket: id })
  const add = await screen.findByLabelText('Add pictures or PDFs')
  await user.upload(add, aPdf('evil.pdf'))
  const reply = screen.getByLabelText('Your reply')
  await user.type(reply, 'Here it is')
  expect(reply).toHaveAccessibleDescription('1990 characters left.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const why = "evil.pdf can't be read as a picture or PDF. Remove it or choose another."
  expect(await screen.findByText(why)).toBeVisible()
  expect(add).toBeInvalid()
  expect(replies).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Remove evil.pdf' }))
  expect(screen.queryByText(why)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await expect.poll(() => replies).toEqual([{ ticketId: id, description: 'Here it is' }])
})
