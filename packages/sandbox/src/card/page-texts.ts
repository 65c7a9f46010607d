/** The words of the card pages. A session's locale wins over the browser's languages; English is the last resort. */
const languages = ['en', 'es', 'ko'] as const
export type Language = (typeof languages)[number]

type Texts = {
  title: string
  banner: string
  payTo: string
  chooseCard: string
  cardSucceeds: string
  cardDeclines: string
  cardConfirms: string
  pay: (amount: string) => string
  cancel: string
  back: string
  declined: string
  notConfirmed: string
  failed: string
  paidTitle: string
  paid: string
  expiredTitle: string
  expired: string
  unknownTitle: string
  unknown: string
  challengeTitle: string
  challenge: (amount: string) => string
  confirm: string
  refuse: string
  answered: string
}

export const cardTexts: Record<Language, Texts> = {
  en: {
    title: 'Pay by card',
    banner: 'Sandbox: no real money moves',
    payTo: 'Pay Puente',
    chooseCard: 'Choose a made-up card',
    cardSucceeds: 'The payment succeeds',
    cardDeclines: 'The bank declines',
    cardConfirms: 'The bank asks you to confirm',
    pay: (amount) => `Pay ${amount}`,
    cancel: 'Cancel',
    back: 'Back to Puente',
    declined: 'Your card was declined. Choose another card, or go back.',
    notConfirmed: 'The payment was not confirmed. Choose another card, or go back.',
    failed: 'Something went wrong on our side. You were not charged. Please go back and check before you pay again.',
    paidTitle: 'This payment is complete',
    paid: 'You have already paid. You can go back now.',
    expiredTitle: 'This page has expired',
    expired: 'Nothing was charged. Go back and start again.',
    unknownTitle: 'There is no such payment',
    unknown: 'The link is incomplete or too old.',
    challengeTitle: 'Confirm with your bank',
    challenge: (amount) => `Your bank asks: are you paying ${amount} to Puente?`,
    confirm: 'Yes, confirm',
    refuse: 'No, refuse',
    answered: 'This question has already been answered.',
  },
  es: {
    title: 'Pagar con tarjeta',
    banner: 'Entorno de pruebas: no se mueve dinero real',
    payTo: 'Pagar a Puente',
    chooseCard: 'Elige una tarjeta inventada',
    cardSucceeds: 'El pago se realiza',
    cardDeclines: 'El banco lo rechaza',
    cardConfirms: 'El banco te pide confirmar',
    pay: (amount) => `Pagar ${amount}`,
    cancel: 'Cancelar',
    back: 'Volver a Puente',
    declined: 'Tu tarjeta fue rechazada. Elige otra tarjeta o vuelve atrás.',
    notConfirmed: 'El pago no fue confirmado. Elige otra tarjeta o vuelve atrás.',
    failed: 'Algo falló de nuestro lado. No se te cobró. Vuelve y compruébalo antes de pagar otra vez.',
    paidTitle: 'Este pago está completo',
    paid: 'Ya has pagado. Ahora puedes volver.',
    expiredTitle: 'Esta página ha caducado',
    expired: 'No se cobró nada. Vuelve y empieza de nuevo.',
    unknownTitle: 'Este pago no existe',
    unknown: 'El enlace está incompleto o es demasiado antiguo.',
    challengeTitle: 'Confirma con tu banco',
    challenge: (amount) => `Tu banco pregunta: ¿estás pagando ${amount} a Puente?`,
    confirm: 'Sí, confirmar',
    refuse: 'No, rechazar',
    answered: 'Esta pregunta ya fue respondida.',
  },
  ko: {
    title: '카드 결제',
    banner: '테스트 환경: 실제 돈은 움직이지 않습니다',
    payTo: 'Puente에 결제',
    chooseCard: '가상 카드를 선택하세요',
    cardSucceeds: '결제가 완료됩니다',
    cardDeclines: '은행이 거절합니다',
    cardConfirms: '은행이 확인을 요청합니다',
    pay: (amount) => `${amount} 결제하기`,
    cancel: '취소',
    back: 'Puente로 돌아가기',
    declined: '카드가 거절되었습니다. 다른 카드를 선택하거나 돌아가세요.',
    notConfirmed: '결제가 확인되지 않았습니다. 다른 카드를 선택하거나 돌아가세요.',
    failed: '시스템 문제가 발생했습니다. 청구된 금액은 없습니다. 다시 결제하기 전에 돌아가서 확인해 주세요.',
    paidTitle: '결제가 완료되었습니다',
    paid: '이미 결제하셨습니다. 이제 돌아가셔도 됩니다.',
    expiredTitle: '페이지가 만료되었습니다',
    expired: '청구된 금액은 없습니다. 돌아가서 다시 시작해 주세요.',
    unknownTitle: '존재하지 않는 결제입니다',
    unknown: '링크가 불완전하거나 너무 오래되었습니다.',
    challengeTitle: '은행에서 확인',
    challenge: (amount) => `은행 확인: Puente에 ${amount}을(를) 결제하시겠습니까?`,
    confirm: '예, 확인합니다',
    refuse: '아니요, 거절합니다',
    answered: '이미 답변한 질문입니다.',
  },
}

/** The first of ours among the wanted languages, in the browser's order of preference. */
export const pickLanguage = (locale: string | null, acceptLanguage: string | undefined): Language => {
  const weighted = (acceptLanguage ?? '').split(',').map((entry, at) => {
    const [tag = '', ...parameters] = entry.trim().split(';')
    const quality = parameters
      .map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1])
      .find((value) => value !== undefined)
    return { tag, quality: quality === undefined ? 1 : Number(quality), at }
  })
  const wanted = weighted.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality || a.at - b.at)
  const tags = [...(locale === null || locale === 'auto' ? [] : [locale]), ...wanted.map(({ tag }) => tag)]
  const found = tags.map((tag) => languages.find((language) => tag.toLowerCase().split('-')[0] === language))
  return found.find((language) => language !== undefined) ?? 'en'
}

export const formatAmount = (amountCents: number, language: Language) =>
  new Intl.NumberFormat(language === 'en' ? 'en-US' : language === 'es' ? 'es-US' : 'ko-KR', {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  }).format(amountCents / 100)
