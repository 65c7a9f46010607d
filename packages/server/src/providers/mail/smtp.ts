/**
 * Mail over SMTP, to any service. The connection is shared and bounded in time; STARTTLS certificates are checked. Whether
 * a failed mail is worth another try is read from the server's answer: 4xx and a lost connection are, 5xx and a refused
 * login are not.
 */
import type { Transporter } from 'nodemailer'
import type { MailSettings } from './settings.ts'
import type { Mail, MailOut, MailOutcome } from './port.ts'

type SmtpError = Error & { responseCode?: number; code?: string }

const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 }

/** What the error of a failed handover means. */
export const outcomeOf = ({ responseCode, code }: Pick<SmtpError, 'responseCode' | 'code'>): MailOutcome => {
  const isFinal = (responseCode !== undefined && responseCode >= 500) || code === 'EAUTH' || code === 'EENVELOPE'
  const isTemporary = responseCode !== undefined && responseCode >= 400 && responseCode < 500
  const reason = `${code ?? 'unknown'}${responseCode === undefined ? '' : ` ${responseCode}`}`
  return { outcome: isFinal && !isTemporary ? 'never' : 'later', reason }
}

/** The domain that message ids are made under: the sender's. */
const domainOf = (from: string): string => /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'

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
    send: async ({ to, subject, text, html, language, ref }: Mail) => {
      try {
        const message = {
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${ref}@${domainOf(from)}>`,
        }
        const headers = { 'X-Entity-Ref-ID': ref, 'Auto-Submitted': 'auto-generated', 'Content-Language': language }
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
