/**
 * Mail over SMTP, to any service. The connection is shared and bounded in time; STARTTLS certificates are checked. Whether
 * a failed mail is worth another try is read from the server's answer: 4xx and a lost connection are, and whatever is refused
 * before the recipient is named, which is of us; 5xx are not.
 */
import { readFile } from 'node:fs/promises'
import type { Transporter } from 'nodemailer'
import { MARK_ID } from './mail-layout.ts'
import type { MailSettings } from './settings.ts'
import type { Mail, MailOut, MailOutcome } from './port.ts'

type SmtpError = Error & { responseCode?: number; code?: string; response?: string; command?: string }

const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 }

/** RFC 3463: the mailbox, its host or its name is not there (5.1.0 to 5.1.3, 5.1.6, 5.1.10), or the mailbox is closed (5.2.1). */
const NO_SUCH_ADDRESS = /\b5\.(?:1\.(?:[0-36]|10)|2\.1)\b/
const HAS_STATUS = /\b5\.\d{1,3}\.\d{1,3}\b/

/** Whether it is the address that takes no mail, and not this mail that is not wanted. */
const isOfAddress = ({ responseCode, response = '', command }: Partial<SmtpError>): boolean => {
  if (HAS_STATUS.test(response)) return NO_SUCH_ADDRESS.test(response)
  return command === 'RCPT TO' && (responseCode === 550 || responseCode === 551 || responseCode === 553)
}

/** Whether it is us that the server refuses, whatever the mail: the connection, the login or the sender. */
const isOfUs = ({ code, command }: Partial<SmtpError>): boolean =>
  code === 'EAUTH' || code === 'EPROTOCOL' || code === 'ETLS' || command === 'MAIL FROM'

/** What the error of a failed handover means. */
export const outcomeOf = (error: Partial<SmtpError>): MailOutcome => {
  const { responseCode, code } = error
  const isFinal = (responseCode !== undefined && responseCode >= 500) || code === 'EAUTH' || code === 'EENVELOPE'
  const isTemporary = responseCode !== undefined && responseCode >= 400 && responseCode < 500
  const reason = `${code ?? 'unknown'}${responseCode === undefined ? '' : ` ${responseCode}`}`
  if (!isFinal || isTemporary) return { outcome: 'later', reason }
  if (isOfUs(error)) return { outcome: 'turnedAway', reason }
  return { outcome: isOfAddress(error) ? 'returned' : 'never', reason }
}

/** The domain that message ids are made under: the sender's. */
const domainOf = (from: string): string => /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'

/** The mark, read once: it travels with each mail. */
let mark: Promise<Buffer> | undefined
const attachments = async () => [
  {
    filename: 'puente.png',
    contentType: 'image/png',
    contentDisposition: 'inline' as const,
    cid: MARK_ID,
    content: await (mark ??= readFile(new URL('mark.png', import.meta.url))),
  },
]

/** RFC 2369 and 8058: mail programs show a button of their own. */
const listHeaders = (unsubscribe: string | undefined): Record<string, string> =>
  unsubscribe === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const connect = async (address: string): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer')
  const { protocol, hostname, port, username, password } = new URL(address)
  const secure = protocol === 'smtps:'
  const auth =
    username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
  return createTransport({
    pool: true,
    maxConnections: 3,
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...TIMEOUTS,
    ...auth,
    // Texts are ours; nothing in them may be read from a file or fetched from an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

export const createSmtpMail = ({ url, from }: MailSettings): MailOut => {
  let transport: Promise<Transporter> | undefined
  return {
    send: async ({ to, subject, text, html, language, ref, id, unsubscribe }: Mail) => {
      try {
        const message = {
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domainOf(from)}>`,
          attachments: await attachments(),
        }
        const headers = {
          'X-Entity-Ref-ID': ref,
          'Auto-Submitted': 'auto-generated',
          'Content-Language': language,
          ...listHeaders(unsubscribe),
        }
        await (await (transport ??= connect(url))).sendMail({ ...message, headers })
        return { outcome: 'sent' }
      } catch (error) {
        return outcomeOf(error as SmtpError)
      }
    },
    close: () => {
      void transport?.then((open) => open.close())
    },
  }
}
