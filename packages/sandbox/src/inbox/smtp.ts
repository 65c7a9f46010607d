import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime, { type Attachment } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { World } from '../core/provider.ts'
import type { Listener } from '../http/listeners.ts'

const maxMessageBytes = 10 * 1024 * 1024

/** A refusal in SMTP's own terms. */
const smtpError = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code })

const readAll = async (stream: SMTPServerDataStream) => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array))
  if (stream.sizeExceeded) throw smtpError(552, 'Message exceeds fixed maximum message size')
  return Buffer.concat(chunks)
}

/** The page of a mail with the pictures that came with it, which nothing else could show. */
const withPictures = (page: string, attachments: readonly Attachment[]) =>
  attachments.reduce((shown, { contentId, mimeType, content }) => {
    if (!contentId || typeof content === 'string') return shown
    const data = `data:${mimeType};base64,${Buffer.from(content as ArrayBuffer).toString('base64')}`
    return shown.replaceAll(`cid:${contentId.replace(/^<|>$/g, '')}`, data)
  }, page)

const never = () => new Promise<never>(() => {})

/**
 * A real SMTP server whose only mailbox is the inbox. It offers neither STARTTLS nor AUTH: the certificate it would offer
 * has expired, and a client that verifies certificates would rightly hang up.
 */
export const createSmtpListener = (world: World): Listener => {
  const deliver = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const raw = await readAll(stream)
    const fault = world.faults.take('mail', ['reject', 'error500', 'slow', 'timeoutAfterCommit'], null)
    if (fault?.fault === 'reject') throw smtpError(550, '5.1.1 Mailbox unavailable')
    if (fault?.fault === 'error500' && !fault.after) throw smtpError(451, '4.3.0 Try again later')
    const mail = await PostalMime.parse(raw)
    const ref = mail.headers.find((header) => header.key === 'x-entity-ref-id')?.value ?? null
    for (const recipient of session.envelope.rcptTo) {
      const { id, at } = world.inbox.receive({
        channel: 'email',
        to: recipient.address,
        subject: mail.subject ?? null,
        text: (mail.text ?? '').replaceAll('\r\n', '\n'),
        html: mail.html === undefined ? null : withPictures(mail.html, mail.attachments),
        headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
      })
      world.book.record({ provider: 'mail', kind: 'delivered', ref, providerId: id, amountCents: null, at })
    }
    if (fault?.fault === 'error500') throw smtpError(451, '4.3.0 Try again later')
    if (fault?.fault === 'slow') await pause(fault.delayMs ?? 5000, undefined, { ref: false })
    if (fault?.fault === 'timeoutAfterCommit') await never()
  }

  const answer = async (stream: SMTPServerDataStream, session: SMTPServerSession, done: (error?: Error) => void) => {
    try {
      await deliver(stream, session)
    } catch (error) {
      done(error instanceof Error ? error : new Error('failed'))
      return
    }
    done()
  }

  const server = new SMTPServer({
    banner: 'Puente sandbox',
    hideSTARTTLS: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: maxMessageBytes,
    closeTimeout: 200,
    onRcptTo: ({ address }, _session, done) =>
      done(world.inbox.isRefused(address) ? smtpError(550, '5.1.1 No such mailbox') : undefined),
    onData: (stream, session, done) => void answer(stream, session, done),
  })
  // A client that hangs up in the middle is part of life here.
  server.on('error', (error) => world.log(`smtp: ${error.message}`))

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.server.once('error', reject)
        server.listen(port, host, () => resolve((server.server.address() as AddressInfo).port))
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
