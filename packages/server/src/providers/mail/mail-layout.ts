/**
 * How a mail looks: tables and inline styles, which is what mail programs agree on, and one style sheet for those that follow
 * dark mode. Its page and its plain text are made of the same words. Nothing in it is fetched from anywhere: the mark travels along.
 */
import { brand } from '@puente/contract'
import type { MailWords } from './mail-texts.ts'
import { wrapText } from './wrap-text.ts'

/** What the page calls the picture of the mark by; whoever sends it attaches it under this id. */
export const MARK_ID = 'mark@puente'

const COLOURS = {
  brand: '#0B5D4E',
  onBrand: '#FFFFFF',
  paper: '#F7F4EE',
  card: '#FFFFFF',
  text: '#16241F',
  muted: '#55655F',
  soft: '#E3EFEA',
}
/** Those that follow dark mode, by the class that says so. */
const DARK = `
.paper{background:#101A18!important;color:#E9F1EE!important}
.card{background:#182623!important;color:#E9F1EE!important}
.muted,.muted a{color:#A3B5AF!important}
.brand{color:#7FD1BD!important}
.code{background:#22352F!important;color:#A9E4D6!important}
.button{background:#7FD1BD!important;color:#0B1F1A!important}`
const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans KR',Helvetica,Arial,sans-serif"

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Names are other people's words: never markup. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

const paragraph = (text: string, style = '', name = ''): string =>
  `<p${name && ` class="${name}"`} style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`

const codeBlock = (label: string, code: string): string =>
  `<p class="muted" style="margin:0 0 6px;color:${COLOURS.muted};font-size:14px">${escapeHtml(label)}</p>` +
  `<p class="code" style="margin:0 0 20px;padding:14px 20px;background:${COLOURS.soft};border-radius:14px;font-size:30px;font-weight:700;letter-spacing:6px;color:${COLOURS.brand};text-align:center">${escapeHtml(code)}</p>`

const factsBlock = (facts: MailWords['facts']): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${facts
    .map(
      ({ label, value }) =>
        `<tr><td class="muted" style="padding:2px 16px 2px 0;color:${COLOURS.muted};vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td><td style="padding:2px 0">${escapeHtml(value)}</td></tr>`,
    )
    .join('')}</table>`

const buttonBlock = (label: string, link: string): string =>
  `<p style="margin:0 0 20px"><a class="button" href="${escapeHtml(link)}" style="display:inline-block;padding:13px 24px;background:${COLOURS.brand};color:${COLOURS.onBrand};border-radius:14px;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>`

/** What a list of mails shows beside the subject; blanks keep what follows out of it. */
const preheaderBlock = (text: string): string =>
  `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(text)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>`

const footBlock = ({ footer, why, choose }: MailWords): string => {
  const link =
    choose === null
      ? ''
      : ` <a href="${escapeHtml(choose.link)}" style="color:${COLOURS.muted}">${escapeHtml(choose.label)}</a>`
  return `<p style="margin:0 0 8px">${escapeHtml(why)}${link}</p><p style="margin:0">${escapeHtml(footer)}</p>`
}

export const mailHtml = (words: MailWords, language: string): string => {
  const { subject, preheader, greeting, lead, codeLabel, code, facts, button, after } = words
  const body = [
    paragraph(greeting, 'font-size:18px;font-weight:600'),
    paragraph(lead),
    facts.length === 0 ? '' : factsBlock(facts),
    button ? buttonBlock(button.label, button.link) : '',
    code === null ? '' : codeBlock(codeLabel, code),
    after === '' ? '' : paragraph(after, `color:${COLOURS.muted};font-size:14px`, 'muted'),
  ].join('')
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>` +
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}</style></head>` +
    `<body class="paper" style="margin:0;padding:24px 12px;background:${COLOURS.paper};color:${COLOURS.text};${FONT};font-size:16px;line-height:1.5;-webkit-text-size-adjust:100%;word-break:keep-all;overflow-wrap:anywhere">` +
    preheaderBlock(preheader) +
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:left">` +
    `<tr><td class="brand" style="padding:0 4px 16px;font-size:20px;font-weight:700;color:${COLOURS.brand}"><img src="cid:${MARK_ID}" width="32" height="32" alt="" style="display:inline-block;vertical-align:middle;margin-right:10px;border:0">${brand.appName}</td></tr>` +
    `<tr><td class="card" style="padding:28px 28px 12px;background:${COLOURS.card};border-radius:22px">${body}</td></tr>` +
    `<tr><td class="muted" style="padding:16px 4px 0;color:${COLOURS.muted};font-size:13px">${footBlock(words)}</td></tr>` +
    `</table></td></tr></table></body></html>`
  )
}

/** The same words for programs that show no pages, in lines that a terminal shows whole; a link keeps a line of its own. */
export const mailText = (words: MailWords): string => {
  const { greeting, lead, codeLabel, code, facts, button, after, why, choose, footer } = words
  return [
    greeting,
    wrapText(lead),
    ...(facts.length === 0 ? [] : [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')]),
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    ...(code === null ? [] : [`${codeLabel} ${code}`]),
    ...(after === '' ? [] : [wrapText(after)]),
    ['-- ', wrapText(why), ...(choose ? [`${choose.label}:\n${choose.link}`] : []), '', wrapText(footer)].join('\n'),
  ].join('\n\n')
}
