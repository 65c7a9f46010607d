/**
 * Which names a person may use. People judge by the name whom to trust with money, so it must not look like another
 * name (Unicode TS 39, restriction level "highly restrictive") and must not impersonate the product.
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

/**
 * Latin letters that names are written with: Basic Latin, Latin-1, Extended-A, the few letters of Extended-B and the phonetic
 * blocks that living languages use (ơ, ư, ș, ə, ɔ and the like), and Extended Additional, for Vietnamese. Small capitals and
 * medieval letters can pass for others and appear in no passport.
 */
const LATIN_OF_NAMES = /^[A-Za-zÀ-ÖØ-öø-žƆƉƊƎƏƐƓƖƘƙƠơƯưƳƴǍ-ǜǞ-ǣǦ-ǰǴǵǸ-țȞȟȦ-ȳƁɓɔɖɗəɛɠɨɩǝḀ-ẙẞẠ-ỹ]$/u

/** What writes accents. Vietnamese puts two on a letter; Greek, a third below it. */
const PILED_ACCENTS = /(?<!\p{Script=Greek})[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{3,}/u

/** Whether every letter is one that names are written with, under no more accents than such a letter has. */
export const isOfNameLetters = (name: string): boolean =>
  Array.from(name.normalize('NFC')).every(
    (letter) => !/\p{Script=Latin}/u.test(letter) || LATIN_OF_NAMES.test(letter),
  ) && !PILED_ACCENTS.test(name.normalize('NFD'))

/** Whether all letters are of one script, or of scripts that one language mixes. */
export const isOfOneScript = (name: string): boolean => WAYS_TO_WRITE.some((way) => way.test(name))

/** Letters, lower case, and below each the plain Latin one it passes for (from Unicode's confusables). */
const PASSING = 'аеоорсухіјѕһԁԛԝвкмнтпгиαεορτυνκιηχγꮲꮜꭼꭲꮪꭺꭱꮋꮇꮃꮩꮢꮯꮶꭰꮮꮓꮐᏼꭻᏻꮑꭵꮥꮎꮟꭹꭴøłđħŧþðŋĸɔəǝɛɓɗɖƙƴɨɩɠ'
const LATIN = 'aeoopcyxijshdqwbkmhtnruaeoptuvkinxypuetsarhmwvrckdlzgbjgnisobyooldhtpdnkoeeebddkyiig'
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
/** What a company's people and letters are called too. These are names of people as well, so they count only beside ours. */
const BESIDE_BRAND = (
  'legal center centre callcenter callcentre desk agent agents advisor adviser representative manager management office ' +
  'department director assistance assistant finance financial treasury collections cards transfers rewards promotions prizes ' +
  'giveaway online app web bot news updates ' +
  'asistencia asistente notificacion notificaciones centro agente agentes asesor asesora asesores asesoria representante gestor ' +
  'gestora gerente gerencia oficina departamento sucursal directora finanzas financiera tesoreria cobranza cobranzas cobros ' +
  'facturacion tarjetas transferencias remesas envios premios promociones sorteo sorteos recompensas operador operadora ' +
  'operaciones informacion atencion ' +
  '상담 상담원 상담사 담당자 직원 매니저 콜센터 법무 법무팀 본사 대표 안내 공지 이벤트 카드 대출 도우미 고객팀 정산'
)
  .split(' ')
  .map(seenAs)

/** Words that stand between others and make no name an office by themselves. */
const BETWEEN = new Set('the of for and de del la el al'.split(' '))

const isOffice = (word: string): boolean => OFFICE.includes(word) && !BETWEEN.has(word)
const runTogether = (words: readonly string[]): RegExp =>
  new RegExp(`^(?:${words.toSorted((a, b) => b.length - a.length).join('|')})+$`, 'u')
const RUN_TOGETHER = runTogether([...BRAND, ...OFFICE])
const RUN_TOGETHER_BESIDE = runTogether([...BRAND, ...OFFICE, ...BESIDE_BRAND])

/** `Puente gestor`: ours as a name, and then a common noun; particles of names are shorter. */
const beginsWithOurs = ([first = '', second = '']: readonly string[]): boolean =>
  BRAND.includes(seenAs(first)) && /^\p{Lu}/u.test(first) && /^\p{Ll}{4,}$/u.test(second)

/**
 * Whether a name speaks for the product: its own name alone, an office alone ("Customer Support"), or both together
 * however they are spaced and spelled. Puente is a surname too: María Puente is free to be called so.
 */
export const isReservedName = (name: string): boolean => {
  const written = name.split(/[\s.'’-]+/).filter((word) => seenAs(word) !== '')
  const words = written.map(seenAs)
  const all = words.join('')
  if (words.length === 0) return false
  const isOurs = words.some((word) => BRAND.includes(word))
  if (isOurs && words.some((word) => isOffice(word) || BESIDE_BRAND.includes(word))) return true
  if (beginsWithOurs(written)) return true
  if (BRAND.some((brandName) => all.includes(brandName)) && RUN_TOGETHER_BESIDE.test(all)) return true
  return RUN_TOGETHER.test(all) && !words.every((word) => BETWEEN.has(word))
}
