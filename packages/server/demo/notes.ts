/** What people of the demo world write to each other. */
import type { StoredLanguage } from '@puente/contract'

type Notes = Record<StoredLanguage, readonly string[]>

/** To the bakery: a sale needs a note that says what it was. */
export const AT_THE_BAKERY: Notes = {
  'en-US': [
    'Flat white',
    'Two croissants',
    'Cortado and a concha',
    'Sourdough loaf',
    'Cold brew',
    'Bagels for the team',
  ],
  'es-US': ['Café con leche', 'Dos conchas', 'Pan de muerto', 'Café y una oreja', 'Bolillos para la cena', 'Capuchino'],
  'ko-KR': ['아메리카노', '크루아상 두 개', '라테와 스콘', '식빵', '콜드브루', '소금빵'],
}

export const SHARED_COSTS: Notes = {
  'en-US': ['Dinner on Friday', 'My half of the taxi', 'Concert tickets', 'Groceries', 'Brunch', 'Streaming, my share'],
  'es-US': ['Mi parte de la cena', 'Gasolina del viaje', 'Boletos del concierto', 'Tacos del domingo', 'Súper', 'Cine'],
  'ko-KR': ['저녁 값 보내요', '택시비 반반', '영화표', '장본 것 내 몫', '노래방', '커피 빚 갚아요'],
}

export const BIRTHDAY: Record<StoredLanguage, string> = {
  'en-US': 'Happy birthday! 🎂',
  'es-US': '¡Feliz cumpleaños! 🎂',
  'ko-KR': '생일 축하해요 🎂',
}

/** In the payer's language; `month` is the month's name in that language. */
export const RENT: Record<StoredLanguage, (month: string) => string> = {
  'en-US': (month) => `Rent for ${month}`,
  'es-US': (month) => `Renta de ${month}`,
  'ko-KR': (month) => `${month} 월세`,
}
