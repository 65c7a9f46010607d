/** How a mail looks: tables and inline styles, since that is what mail programs agree on; dark mode is left to them. */
import { brand } from '@puente/contract'
import type { MailWords } from './mail-texts.ts'

const COLOURS = {
  brand: '#0B5D4E',
  onBrand: '#FFFFFF',
  paper: '#F7F4EE',
  card: '#FFFFFF',
  text: '#16241F',
  muted: '#55655F',
  soft: '#E3EFEA',
}
const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans KR',Helvetica,Arial,sans-serif"

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Names are other people's words: never markup. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

const paragraph = (text: string, style = ''): string => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`

const codeBlock = (label: string, code: string): string =>
  `<p style="margin:0 0 6px;color:${COLOURS.muted};font-size:14px">${escapeHtml(label)}</p>` +
  `<p style="margin:0 0 20px;padding:14px 20px;background:${COLOURS.soft};border-radius:14px;font-size:30px;font-weight:700;letter-spacing:6px;color:${COLOURS.brand};text-align:center">${escapeHtml(code)}</p>`

const factsBlock = (facts: MailWords['facts']): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${facts
    .map(
      ({ label, value }) =>
        `<tr><td style="padding:2px 16px 2px 0;color:${COLOURS.muted}">${escapeHtml(label)}</td><td style="padding:2px 0">${escapeHtml(value)}</td></tr>`,
    )
    .join('')}</table>`

const buttonBlock = (label: string, link: string): string =>
  `<p style="margin:0 0 20px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:13px 24px;background:${COLOURS.brand};color:${COLOURS.onBrand};border-radius:14px;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>`

export const mailHtml = (words: MailWords, language: string): string => {
  const { subject, greeting, lead, codeLabel, code, facts, button, after, footer } = words
  const body = [
    paragraph(greeting, 'font-size:18px;font-weight:600'),
    paragraph(lead),
    facts.length === 0 ? '' : factsBlock(facts),
    button ? buttonBlock(button.label, button.link) : '',
    code === null ? '' : codeBlock(codeLabel, code),
    paragraph(after, `color:${COLOURS.muted};font-size:14px`),
  ].join('')
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>` +
    `<body style="margin:0;padding:24px 12px;background:${COLOURS.paper};color:${COLOURS.text};${FONT};font-size:16px;line-height:1.5">` +
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">` +
    `<tr><td style="padding:0 4px 16px;font-size:20px;font-weight:700;color:${COLOURS.brand}">${brand.appName}</td></tr>` +
    `<tr><td style="padding:28px 28px 12px;background:${COLOURS.card};border-radius:22px">${body}</td></tr>` +
    `<tr><td style="padding:16px 4px 0;color:${COLOURS.muted};font-size:13px">${escapeHtml(footer)}</td></tr>` +
    `</table></td></tr></table></body></html>`
  )
}

export const mailText = ({ greeting, lead, codeLabel, code, facts, button, after, footer }: MailWords): string =>
  [
    greeting,
    lead,
    ...(facts.length === 0 ? [] : [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')]),
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    ...(code === null ? [] : [`${codeLabel} ${code}`]),
    after,
    `--\n${footer}`,
  ].join('\n\n')
