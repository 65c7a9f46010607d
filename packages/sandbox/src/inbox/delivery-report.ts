import { randomHex } from '../core/random.ts'
import type { World } from '../core/provider.ts'
import type { Message } from '../core/webhooks.ts'
import type { InboxMessage } from './inbox.ts'

/** A mail server's report that it could not deliver a mail (RFC 3464), handed to the app as its mail system would. */
export const deliveryReport = (world: World, message: InboxMessage, status: string): Message => {
  const boundary = `report_${randomHex(16)}`
  const { headers, to } = message
  const body = [
    'From: Mail Delivery System <mailer-daemon@mx.example.net>',
    `To: ${headers['from'] ?? ''}`,
    'Subject: Undelivered Mail Returned to Sender',
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${randomHex(16)}@mx.example.net>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `Your message could not be delivered to <${to}>.`,
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Action: ${status.startsWith('5') ? 'failed' : 'delayed'}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550 ${status} the mailbox does not exist`,
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${headers['message-id'] ?? ''}`,
    `Subject: Your message`,
    '',
    `--${boundary}--`,
    '',
  ].join('\r\n')
  return {
    provider: 'mail',
    type: 'mail.returned',
    objectId: message.id,
    url: `${world.urls.target}/hooks/mail`,
    contentType: 'message/rfc822',
    body,
    sign: (_body, spoil) => ({
      authorization: `Bearer ${spoil === 'badSignature' ? 'another-token' : world.secrets.mailHookToken}`,
    }),
  }
}
