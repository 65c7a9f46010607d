import type { Language } from '@puente/contract'
import { brand, formatMoney, STORED_LANGUAGES } from '@puente/contract'
import { createTranslator } from 'use-intl/core'
import { HOME_ZONE } from '#platform/http/refusal.ts'
import { unlinked } from '#platform/unlinked.ts'
import en from '../../../texts/mail/en.json' with { type: 'json' }
import es from '../../../texts/mail/es.json' with { type: 'json' }
import ko from '../../../texts/mail/ko.json' with { type: 'json' }
import identityEn from '@puente/contract/texts/identity/en.json' with { type: 'json' }
import identityEs from '@puente/contract/texts/identity/es.json' with { type: 'json' }
import identityKo from '@puente/contract/texts/identity/ko.json' with { type: 'json' }
import noticesEn from '@puente/contract/texts/notices/en.json' with { type: 'json' }
import noticesEs from '@puente/contract/texts/notices/es.json' with { type: 'json' }
import noticesKo from '@puente/contract/texts/notices/ko.json' with { type: 'json' }
import type { MailFacts, MailNotice, MailParams } from './mail-params.ts'

const catalogues: Record<Language, typeof en> = { en, es, ko }

const identityTexts: Record<Language, typeof identityEn> = { en: identityEn, es: identityEs, ko: identityKo }

const noticeTexts: Record<Language, typeof noticesEn> = { en: noticesEn, es: noticesEs, ko: noticesKo }

export type MailTemplate = Exclude<keyof typeof en, 'frame'>

/** Whoever gets these need not have an account: somebody entered the address. */
const ASKED: ReadonlySet<MailTemplate> = new Set<MailTemplate>([
  'confirmEmail',
  'resetPassword',
  'addressTaken',
  'emailChangeCode',
])

/** A mail in words: paragraphs before and after its code and its button. */
export type MailWords = {
  subject: string
  /** What a list of mails shows beside the subject. */
  preheader: string
  greeting: string
  lead: string
  codeLabel: string
  code: string | null
  facts: { label: string; value: string }[]
  button: { label: string; link: string } | null
  after: string
  /** Why it was sent, and where to choose what is; null where there is no choice. */
  why: string
  choose: { label: string; link: string } | null
  footer: string
}

type Texts = ReturnType<typeof createTranslator<typeof en>>

/** `New York` of `America/New_York`. */
const cityOf = (timeZone: string): string => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')

/** How a reader is told times: in a language, and a zone, which is ours where theirs is not known. */
type Reader = { language: Language; timeZone: string }

/** A moment in words with its zone. */
const momentText = ({ language, timeZone }: Reader, at: string): string =>
  new Intl.DateTimeFormat(STORED_LANGUAGES[language], {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(at))

const deviceFacts = (t: Texts, { browser, device }: Pick<MailFacts, 'browser' | 'device'>): MailWords['facts'] => [
  { label: t('frame.browser'), value: t('frame.browserName', { browser }) },
  { label: t('frame.device'), value: t('frame.deviceName', { device }) },
]

/** Of the device that was logged out, not of the one that did it. */
const endedFacts = (t: Texts, { browser, device }: NonNullable<MailNotice['ended']>): MailWords['facts'] => [
  { label: t('frame.endedBrowser'), value: t('frame.browserName', { browser }) },
  { label: t('frame.endedDevice'), value: t('frame.deviceName', { device }) },
]

const factsOf = (t: Texts, reader: Reader, { browser, device, at, timeZone }: MailFacts): MailWords['facts'] => {
  return [
    ...deviceFacts(t, { browser, device }),
    { label: t('frame.time'), value: momentText(reader, at) },
    { label: t('frame.timeZone'), value: timeZone === null ? t('frame.unknown') : cityOf(timeZone) },
  ]
}

const moneyOf = (language: Language, cents: number): string => formatMoney(cents, STORED_LANGUAGES[language])

/** A moment's day in words, where the reader is. */
const dayOf = ({ language, timeZone }: Reader, at: string): string =>
  new Intl.DateTimeFormat(STORED_LANGUAGES[language], { dateStyle: 'long', timeZone }).format(new Date(at))

/** The sentence of a notification, as the app shows it. */
const noticeText = (t: Texts, reader: Reader, notice: MailNotice): string => {
  const { name, amountCents = 0, backCents = amountCents, counterpart, method, reason, account, comesBackAt } = notice
  const { language } = reader
  const said = createTranslator({ locale: language, messages: noticeTexts[language] })
  return said(name as Parameters<typeof said>[0], {
    amount: moneyOf(language, amountCents),
    back: moneyOf(language, backCents),
    withFee: backCents > amountCents ? 'yes' : 'no',
    name: typeof counterpart === 'string' ? unlinked(counterpart) : t('frame.someone'),
    method: method ?? 'other',
    reason: reason ?? 'other',
    account: account ?? '',
    date: comesBackAt === undefined ? 'none' : dayOf(reader, comesBackAt),
  })
}

const noticeFacts = (t: Texts, reader: Reader, notice: MailNotice): MailWords['facts'] => {
  const { amountCents, at, reference, returnsAt, why, ended, actedFor } = notice
  return [
    ...(why === undefined ? [] : [{ label: t('frame.reason'), value: t(`frame.${why}`) }]),
    ...(actedFor === undefined ? [] : [{ label: t('frame.reason'), value: t(`frame.actedFor.${actedFor}`) }]),
    ...(ended === undefined ? [] : endedFacts(t, ended)),
    ...(amountCents === undefined ? [] : [{ label: t('frame.amount'), value: moneyOf(reader.language, amountCents) }]),
    ...(returnsAt === undefined ? [] : [{ label: t('frame.returnsAt'), value: momentText(reader, returnsAt) }]),
    { label: t('frame.time'), value: momentText(reader, at) },
    ...(reference === undefined ? [] : [{ label: t('frame.reference'), value: reference }]),
  ]
}

const deniedFacts = (language: Language, denied: NonNullable<MailParams['denied']>): MailWords['facts'] =>
  denied.map(({ type, code }) => ({
    label: identityTexts[language].uploads[type],
    value: identityTexts[language].reasons[type][code],
  }))

/** What the button of a notification says where it leads to something to do; else null. */
const noticeButton = (t: Texts, { name, returnsAt }: MailNotice): string | null =>
  returnsAt !== undefined ? t('frame.verify') : name.startsWith('schedule.') ? t('frame.schedule') : null

/** A day in words. */
const dayText = (language: Language, isoDay: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${isoDay}T00:00:00Z`))

const reportValues = (language: Language, { next, answerBy, finalBy }: NonNullable<MailParams['report']>) => ({
  next,
  answerBy: dayText(language, answerBy),
  finalBy: dayText(language, finalBy),
})

/** Fills a template in a language. */
export const mailWords = (
  template: MailTemplate,
  language: Language,
  {
    name,
    timeZone,
    code,
    link,
    choose,
    facts,
    notice,
    date,
    coolsUntil,
    provesFrom,
    answer = '',
    report,
    provider = '',
    account = '',
    denied = [],
  }: MailParams,
): MailWords => {
  const t = createTranslator({ locale: language, messages: catalogues[language] })
  const reader = { language, timeZone: timeZone ?? HOME_ZONE }
  const label = (notice && noticeButton(t, notice)) ?? t(`${template}.button`, { appName: brand.appName })
  const said = notice === undefined ? '' : noticeText(t, reader, notice)
  const until = coolsUntil === undefined ? '' : momentText(reader, coolsUntil)
  const proves = {
    can: provesFrom === undefined ? 'now' : 'later',
    from: provesFrom === undefined ? '' : momentText(reader, provesFrom),
  }
  const lead = t(`${template}.lead`, {
    appName: brand.appName,
    notice: said,
    answer,
    provider,
    account,
    until,
    ...proves,
    date: date === undefined ? '' : dayText(language, date),
    ...(report && reportValues(language, report)),
    amount: notice?.amountCents === undefined ? '' : moneyOf(language, notice.amountCents),
  })
  const told = facts
    ? factsOf(t, reader, facts)
    : notice
      ? noticeFacts(t, reader, notice)
      : deniedFacts(language, denied)
  const button = link === undefined || label === '' ? null : { label, link }
  const because = choose ? 'whyChosen' : ASKED.has(template) ? 'whyAsked' : 'whyAlways'
  return {
    subject: t(`${template}.subject`, { appName: brand.appName, notice: said }),
    // A notification's subject says it all: what follows is when, and how much.
    preheader: notice ? told.map(({ value }) => value).join(' · ') : lead,
    greeting: name === undefined ? t('frame.hello') : t('frame.greeting', { name: unlinked(name) }),
    lead,
    codeLabel: t(button ? 'frame.codeInstead' : 'frame.code'),
    code: code ?? null,
    facts: told,
    button,
    after: t(`${template}.after`, { appName: brand.appName, until, ...proves }),
    why: t(`frame.${because}`, { appName: brand.appName }),
    choose: choose === undefined ? null : { label: t('frame.choose'), link: choose },
    footer: t('frame.footer', { appName: brand.appName, email: brand.supportEmail }),
  }
}
