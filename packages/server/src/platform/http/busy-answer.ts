/**
 * The answer to a call for which there is no place. Under overload it is the most frequent one, so all of it is
 * prepared beforehand.
 */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { LANGUAGES, type Language, statusOf } from '@puente/contract'
import { refusalMessage } from './refusal.ts'
import { acceptedLanguage } from './requests.ts'

export type BusyAnswer = {
  status: number
  /** Names and values in turn. */
  headers: string[]
  body: string
  /** The whole answer as it goes over the wire. */
  wire: () => string
}

/** Who is sent away does not come back together with everybody else who was. */
const WAITS_SECONDS = [1, 2, 3]
const STATUS = statusOf.serviceUnavailable
const ID_LENGTH = 36

const escaped = (unit: string): string => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
/** JSON in plain ASCII: as many bytes as letters, and one cheap write together with its head. */
const asciiJson = (value: unknown): string => JSON.stringify(value).replaceAll(/[^ -~]/g, escaped)

type Prepared = { headers: string[]; head: string; body: string }

const prepare = (common: Record<string, string>, language: Language, retryAfterSeconds: number): Prepared => {
  const details = { retryAfterSeconds, reason: 'busy' }
  const message = refusalMessage('serviceUnavailable', details, language)
  // The id of the request goes where the body is cut.
  const body = asciiJson({ code: 'serviceUnavailable', message, details, requestId: '' }).slice(0, -2)
  const headers = {
    ...common,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(retryAfterSeconds),
    'content-length': String(body.length + ID_LENGTH + 2),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${STATUS} ${STATUS_CODES[STATUS]}\r\n${lines.join('')}`
  return { headers: Object.entries(headers).flat(), head, body }
}

/** The date of an answer, which is the same for a second. */
const createDate = (): (() => string) => {
  let [second, text] = [0, '']
  return () => {
    const now = Math.trunc(Date.now() / 1_000)
    if (now !== second) [second, text] = [now, new Date(now * 1_000).toUTCString()]
    return text
  }
}

/**
 * Makes such answers in the language that a call accepts.
 * @param common the headers that every answer has
 */
export const createBusyAnswers = (common: Record<string, string>): ((accepts: string | undefined) => BusyAnswer) => {
  const date = createDate()
  const prepared = Object.fromEntries(
    LANGUAGES.map((language) => [language, WAITS_SECONDS.map((wait) => prepare(common, language, wait))]),
  ) as Record<Language, Prepared[]>
  let turn = 0
  return (accepts) => {
    const inLanguage = prepared[acceptedLanguage(accepts)]
    const one = inLanguage[(turn += 1) % inLanguage.length]
    if (!one) throw new Error('there is no answer to choose')
    const body = `${one.body}${randomUUID()}"}`
    return {
      status: STATUS,
      headers: one.headers,
      body,
      wire: () => `${one.head}date: ${date()}\r\nconnection: keep-alive\r\n\r\n${body}`,
    }
  }
}
