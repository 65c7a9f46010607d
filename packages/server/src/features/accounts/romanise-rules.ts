/** Korean names in Latin letters, so that a handle made from one can be read and said: `kim.minsu` for 김민수. */

const FIRST_SYLLABLE = 0xac00
const LAST_SYLLABLE = 0xd7a3
const VOWELS = 21
const FINALS = 28

/** The letters of the Revised Romanization, in the order in which Unicode composes syllables of them. */
const INITIAL = 'g,kk,n,d,tt,r,m,b,pp,s,ss,,j,jj,ch,k,t,p,h'.split(',')
const VOWEL = 'a,ae,ya,yae,eo,e,yeo,ye,o,wa,wae,oe,yo,u,wo,we,wi,yu,eu,ui,i'.split(',')
const FINAL = ',k,k,k,n,n,n,t,l,k,m,l,l,l,p,l,m,p,p,t,t,ng,t,t,k,t,p,t'.split(',')

/** Family names as their bearers write them, where custom differs from the rule. */
const FAMILY: Readonly<Record<string, string>> = {
  김: 'kim',
  이: 'lee',
  박: 'park',
  최: 'choi',
  정: 'jung',
  조: 'cho',
  강: 'kang',
  신: 'shin',
  오: 'oh',
  우: 'woo',
  유: 'yoo',
  노: 'noh',
  문: 'moon',
  구: 'koo',
  주: 'joo',
}

const letters = (syllable: string): string => {
  const code = syllable.codePointAt(0) ?? 0
  if (code < FIRST_SYLLABLE || code > LAST_SYLLABLE) return syllable
  const place = code - FIRST_SYLLABLE
  const [initial, vowel, final] = [
    Math.floor(place / (VOWELS * FINALS)),
    Math.floor(place / FINALS) % VOWELS,
    place % FINALS,
  ]
  return `${INITIAL[initial]}${VOWEL[vowel]}${FINAL[final]}`
}

const romanised = (text: string): string => Array.from(text, letters).join('')

/** A name of two to four Korean syllables, written together, is a family name of one syllable and a given name. */
const WHOLE_NAME = /^[가-힣]{2,4}$/

/** The text with Korean syllables in Latin letters; everything else stays. */
export const romanise = (text: string): string => {
  const name = text.normalize('NFC').trim()
  const isWhole = WHOLE_NAME.test(name)
  const [family = '', ...given] = isWhole ? [name.slice(0, 1), name.slice(1)] : name.split(/\s+/)
  return [FAMILY[family] ?? romanised(family), ...given.map(romanised)].join(' ')
}
