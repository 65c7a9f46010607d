import { expect, test } from 'vitest'
import { agentOf } from './agent-rules.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'chrome', 'windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/143.0.0.0`, 'edge', 'windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36 OPR/120.0.0.0`, 'opera', 'mac'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'chrome', 'androidPhone'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`, 'chrome', 'androidTablet'],
  [
    'Mozilla/5.0 (Linux; Android 15; SAMSUNG SM-S928U) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'samsungInternet',
    'androidPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
    'safari',
    'iphone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/143.0.0.0 Mobile/15E148 Safari/604.1',
    'chrome',
    'ipad',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
    'safari',
    'mac',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'firefox', 'linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'chrome', 'chromebook'],
  ['curl/8.14.1', 'other', 'other'],
])('%s is %s on %s', (userAgent, browser, device) => {
  expect(agentOf({ 'user-agent': userAgent }, null)).toMatchObject({ browser, device })
})

test('client hints say what the user agent no longer does', () => {
  const headers = {
    'user-agent': `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`,
    'sec-ch-ua-platform': '"Android"',
    'sec-ch-ua-mobile': '?0',
  }
  expect(agentOf(headers, null).device).toBe('androidTablet')
  expect(agentOf({ ...headers, 'sec-ch-ua-platform': '"constructor"' }, null).device).toBe('linux')
})

test.each([
  ['es-MX,es;q=0.9,en;q=0.8', 'es-MX'],
  ['ko', 'ko'],
  ['zh-Hant-TW;q=1', 'zh-Hant-TW'],
  ['*', null],
  ['<script>', null],
  [undefined, null],
])('of the languages %s the first is %s', (header, language) => {
  expect(agentOf({ 'accept-language': header }, 'America/New_York')).toMatchObject({
    language,
    timeZone: 'America/New_York',
  })
})
