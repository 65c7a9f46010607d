/**
 * What a browser says of itself, in the few words a person knows it by: which browser, on what kind of device, in which time
 * zone and language. Anyone can send other headers, so it is a help to recognise one's own devices and proves nothing.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Browser, Device } from '@puente/contract'

export type Agent = {
  browser: Browser
  device: Device
  /** IANA name; null when it names none. */
  timeZone: string | null
  /** First language asked for, BCP 47; null when there is none. */
  language: string | null
}

/** The first that fits counts: most browsers also claim to be Chrome or Safari. */
const BROWSER_MARKS: readonly (readonly [RegExp, Browser])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'edge'],
  [/\bOP(?:R|T|iOS)\//, 'opera'],
  [/\bSamsungBrowser\//, 'samsungInternet'],
  [/\b(?:Firefox|FxiOS)\//, 'firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'safari'],
]

const DEVICE_MARKS: readonly (readonly [RegExp, Device])[] = [
  [/\biPhone\b/, 'iphone'],
  [/\biPad\b/, 'ipad'],
  [/\bAndroid\b.*\bMobile\b/, 'androidPhone'],
  [/\bAndroid\b/, 'androidTablet'],
  [/\bCrOS\b/, 'chromebook'],
  [/\bMacintosh\b/, 'mac'],
  [/\bWindows\b/, 'windows'],
  [/\bLinux\b/, 'linux'],
]

/** What `Sec-CH-UA-Platform` calls them; Android's kind is in `Sec-CH-UA-Mobile`. */
const PLATFORMS: Readonly<Record<string, Device>> = {
  macOS: 'mac',
  Windows: 'windows',
  Linux: 'linux',
  'Chrome OS': 'chromebook',
  ChromeOS: 'chromebook',
}

const firstOf = <T>(marks: readonly (readonly [RegExp, T])[], text: string): T | undefined =>
  marks.find(([mark]) => mark.test(text))?.[1]

const deviceOf = (userAgent: string, platform: string, mobile: string): Device => {
  if (platform === 'Android') return mobile === '?1' ? 'androidPhone' : 'androidTablet'
  const hinted = Object.hasOwn(PLATFORMS, platform) ? PLATFORMS[platform] : undefined
  return hinted ?? firstOf(DEVICE_MARKS, userAgent) ?? 'other'
}

const textOf = (header: string | string[] | undefined): string => (typeof header === 'string' ? header : '')

const LANGUAGE = /^\s*([a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2})\s*(?:[,;]|$)/i

/** Reads the headers; client hints before the user agent, whose platform is frozen in some browsers. */
export const agentOf = (headers: IncomingHttpHeaders, timeZone: string | null): Agent => {
  const userAgent = textOf(headers['user-agent']).slice(0, 300)
  const platform = textOf(headers['sec-ch-ua-platform']).replaceAll('"', '')
  return {
    browser: firstOf(BROWSER_MARKS, userAgent) ?? 'other',
    device: deviceOf(userAgent, platform, textOf(headers['sec-ch-ua-mobile'])),
    timeZone,
    language: LANGUAGE.exec(textOf(headers['accept-language']))?.[1] ?? null,
  }
}
