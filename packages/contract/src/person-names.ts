/**
 * What somebody may be called. Others decide by the name whom they trust with money, so it must not look like another
 * name (Unicode TS 39, restriction level "highly restrictive") and must not speak for the product.
 */
import { brand } from './brand.ts'

/**
 * Scripts in everyday use (Unicode Annex 31, table 5), and those of limited use (table 7) that people of North America and
 * larger communities elsewhere write their names in. A name keeps to one of them.
 */
const SCRIPTS = (
  'Adlam Arabic Armenian Bengali Bopomofo Canadian_Aboriginal Cherokee Cyrillic Devanagari Ethiopic Georgian Greek Gujarati ' +
  'Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Mongolian Myanmar Nko Oriya Osage Sinhala ' +
  'Syriac Tamil Telugu Thaana Thai Tibetan Tifinagh'
).split(' ')

/** Scripts that one language writes together, and Latin beside them. */
const TOGETHER = ['Latin Han Hiragana Katakana', 'Latin Han Bopomofo', 'Latin Han Hangul'].map((all) => all.split(' '))

const writtenIn = (scripts: readonly string[]): RegExp =>
  new RegExp(
    `^(?:[^\\p{L}\\p{M}]|${scripts.map((script) => `\\p{scx=${script}}`).join('|')}|\\p{scx=Inherited}|\\p{scx=Common})*$`,
    'u',
  )

// Latin first: nearly all names end the search there.
const WAYS_TO_WRITE = [['Latin'], ...TOGETHER, ...SCRIPTS.map((script) => [script])].map(writtenIn)

/** Whether all letters are of one script, or of scripts that one language mixes. */
export const isOfOneScript = (name: string): boolean => WAYS_TO_WRITE.some((way) => way.test(name))

/** Letters of other scripts, lower case, and below each the Latin one it passes for (from Unicode's confusables). */
const PASSING = 'аеоорсухіјѕһԁԛԝвкмнтпгиαεορτυνκιηχγ'
const LATIN = 'aeoopcyxijshdqwbkmhtnruaeoptuvkinxy'
const LOOKALIKES = new Map(Array.from(PASSING, (letter, index) => [letter, LATIN.charAt(index)]))

/** Letters alone, without case, accents and look: what a glance takes in. */
const seenAs = (text: string): string =>
  Array.from(text.normalize('NFKD').toLowerCase().matchAll(/\p{L}/gu), ([letter]) => LOOKALIKES.get(letter) ?? letter)
    .join('')
    .replaceAll('ı', 'i')

const BRAND = [brand.appName, brand.slug, '푸엔테'].map(seenAs)

/** Who speaks for a company, in the languages of the product. */
const OFFICE = (
  'support help helpdesk helpline service services customer customers care team staff admin administrator administration official ' +
  'security safety fraud verification verified billing payments payment account accounts compliance operator operations system ' +
  'notification notifications alert alerts notice info contact bank wallet refund refunds ' +
  'soporte ayuda servicio servicios cliente clientes atencion al equipo oficial seguridad fraude verificacion verificado pagos ' +
  'cuenta cuentas sistema aviso avisos alerta alertas banco billetera reembolso reembolsos administrador administracion ' +
  'the of for and de del la el ' +
  '고객 고객센터 고객지원 고객서비스 지원 지원팀 센터 서비스 관리자 운영자 운영팀 공식 보안 보안팀 인증 결제 계정 알림 은행 지갑 환불 팀'
)
  .split(' ')
  .map(seenAs)
/** Words that stand between others and make no name an office by themselves. */
const BETWEEN = new Set('the of for and de del la el al'.split(' '))

const isOffice = (word: string): boolean => OFFICE.includes(word) && !BETWEEN.has(word)
const RUN_TOGETHER = new RegExp(
  `^(?:${[...BRAND, ...OFFICE].toSorted((a, b) => b.length - a.length).join('|')})+$`,
  'u',
)

/**
 * Whether a name speaks for the product: its own name alone, an office alone ("Customer Support"), or both together
 * however they are spaced and spelled. Puente is a surname too: María Puente is free to be called so.
 */
export const isReservedName = (name: string): boolean => {
  const words = name
    .split(/[\s.'’-]+/)
    .map(seenAs)
    .filter((word) => word !== '')
  const all = words.join('')
  if (words.length === 0) return false
  if (words.some((word) => BRAND.includes(word)) && words.some(isOffice)) return true
  return RUN_TOGETHER.test(all) && !words.every((word) => BETWEEN.has(word))
}
