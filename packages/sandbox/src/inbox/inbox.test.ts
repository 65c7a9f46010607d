import { createConnection } from 'node:net'
import nodemailer from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWorld } from '../test/world.ts'
import type { TestWorld } from '../test/world.ts'

let world: TestWorld

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const mailer = (socketTimeout = 5000) =>
  nodemailer.createTransport({ host: '127.0.0.1', port: world.sandbox.smtpPort, secure: false, socketTimeout })

const sendMail = (to: string, fields: { subject?: string; text?: string; html?: string; ref?: string } = {}) =>
  mailer().sendMail({
    from: 'Puente <no-reply@puente.test>',
    to,
    subject: fields.subject ?? 'Your code',
    text: fields.text ?? 'Your code is 204517.',
    ...(fields.html && { html: fields.html }),
    headers: { 'X-Entity-Ref-ID': fields.ref ?? 'ref_1' },
  })

test('a Korean mail, base64 on the wire, arrives readable with its code and link', async () => {
  await sendMail('Ana@Example.com', {
    subject: '인증 코드',
    text: '안녕하세요. 인증 코드는 483920 입니다.\nhttp://app.puente.test:3000/verify#token=111111222222',
    html: '<p>인증 코드는 <b>483920</b></p>',
  })
  const { body } = await world.read('/inbox?to=ana@example.com')
  expect(body).toMatchObject([
    {
      channel: 'email',
      to: 'ana@example.com',
      subject: '인증 코드',
      code: '483920',
      link: 'http://app.puente.test:3000/verify#token=111111222222',
    },
  ])
  expect(body[0].text).toContain('안녕하세요')
  expect((await world.read('/book?provider=mail')).body).toMatchObject([
    { kind: 'delivered', ref: 'ref_1', amountCents: null },
  ])
})

test('links to other places and longer numbers are neither link nor code', async () => {
  await sendMail('bo@example.com', { text: 'Order 12345678, see https://elsewhere.test/123456' })
  expect((await world.read('/inbox?to=bo@example.com')).body).toMatchObject([{ code: null, link: null }])
})

test('a waiting call answers as soon as the mail is there, and after= skips what was seen', async () => {
  await sendMail('cy@example.com')
  const [seen] = (await world.read('/inbox?to=cy@example.com&waitSeconds=30')).body
  const waiting = world.read(`/inbox?to=cy@example.com&after=${seen.id}&waitSeconds=30`)
  await sendMail('somebody.else@example.com')
  await sendMail('cy@example.com', { text: 'Your code is 900001.' })
  expect((await waiting).body).toMatchObject([{ code: '900001' }])
  expect((await world.read('/inbox?to=cy@example.com')).body).toHaveLength(2)
  expect((await world.read('/inbox?limit=1')).body).toHaveLength(1)
  expect((await world.read('/inbox?to=cy@example.com&channel=sms')).body).toEqual([])
})

test('one mail to two people is in both inboxes', async () => {
  await sendMail('di@example.com, ed@example.com')
  for (const to of ['di', 'ed']) expect((await world.read(`/inbox?to=${to}@example.com`)).body).toHaveLength(1)
})

test('an inbox query with an unknown or malformed field is refused by name', async () => {
  expect(await world.read('/inbox?wait=3')).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('wait') },
  })
  expect(await world.read('/inbox?after=first')).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('after') },
  })
})

test('the server offers neither STARTTLS nor AUTH', async () => {
  const capabilities = await new Promise<string>((resolve, reject) => {
    const socket = createConnection(world.sandbox.smtpPort, '127.0.0.1')
    let said = ''
    socket.setEncoding('utf8')
    socket.on('error', reject)
    socket.on('data', (chunk: string) => {
      if (said === '') socket.write('EHLO test.example\r\n')
      said += chunk
      if (/^250 /m.test(said)) {
        socket.end('QUIT\r\n')
        resolve(said)
      }
    })
  })
  expect(capabilities).toContain('SMTPUTF8')
  expect(capabilities).not.toMatch(/STARTTLS|AUTH/)
})

test('an armed refusal is a 550, a server error a 451 before or after the mail arrived', async () => {
  await world.control('/faults', { provider: 'mail', fault: 'reject' })
  await expect(sendMail('flo@example.com')).rejects.toMatchObject({ responseCode: 550 })
  await world.control('/faults', { provider: 'mail', fault: 'error500' })
  await expect(sendMail('flo@example.com')).rejects.toMatchObject({ responseCode: 451 })
  expect((await world.read('/inbox?to=flo@example.com')).body).toEqual([])
  await world.control('/faults', { provider: 'mail', fault: 'error500', after: true })
  await expect(sendMail('flo@example.com')).rejects.toMatchObject({ responseCode: 451 })
  expect((await world.read('/inbox?to=flo@example.com')).body).toHaveLength(1)
})

test('an armed timeout takes the mail and leaves the sender without an answer', async () => {
  await world.control('/faults', { provider: 'mail', fault: 'timeoutAfterCommit' })
  await expect(mailer(300).sendMail({ from: 'a@puente.test', to: 'gil@example.com', text: 'x' })).rejects.toThrow()
  expect((await world.read('/inbox?to=gil@example.com')).body).toHaveLength(1)
})

test('the page shows newest first with code and link, escapes what mails contain, and narrows to one recipient', async () => {
  await sendMail('hal@example.com', { text: 'Open http://app.puente.test:3000/verify now' })
  await sendMail('ivy@example.com', {
    subject: '<script>alert(1)</script>',
    text: 'Code 555123',
    html: '<script>alert(2)</script>',
  })
  const page = await world.page('/inbox')
  const shown = await page.text()
  expect(shown.indexOf('ivy@example.com')).toBeLessThan(shown.indexOf('hal@example.com'))
  expect(shown).toContain('aria-label="Code 555123"')
  expect(shown).toContain('href="http://app.puente.test:3000/verify"')
  expect(shown).toContain('&lt;script&gt;alert(1)')
  expect(shown).not.toContain('<script>alert')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(await (await world.page('/inbox?to=hal@example.com')).text()).not.toContain('ivy@example.com')

  const [message] = (await world.read('/inbox?to=ivy@example.com')).body
  const mail = await world.page(`/inbox/${message.id}`)
  expect(mail.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  expect((await world.page('/assets/inbox.js')).status).toBe(200)
})
