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
  saveTitle: string
  save: string
  notSaved: string
}

export const cardTexts: Record<Language, Texts> = {
  en: {
    title: 'Pay by card',
    banner: 'Sandbox: no real money moves',
    payTo: 'Pay Puente',
    chooseCard: 'Choose a test card',
    cardSucceeds: 'Pays right away',
    cardDeclines: 'Gets declined',
    cardConfirms: 'Asks you to confirm with your bank',
    pay: (amount) => `Pay ${amount}`,
    cancel: 'Cancel',
    back: 'Back to Puente',
    declined: 'Your card was declined and nothing was charged. Choose another card, or go back.',
    notConfirmed: "You didn't confirm, so nothing was charged. Choose another card, or go back.",
    failed: 'Something went wrong on our side and nothing was charged. Go back and check before you pay again.',
    paidTitle: "You've paid",
    paid: 'This payment is complete. You can go back now.',
    expiredTitle: 'This page has expired',
    expired: 'Nothing was charged. Go back and start again.',
    unknownTitle: "We can't find this payment",
    unknown: 'The link is incomplete or too old.',
    challengeTitle: 'Confirm with your bank',
    challenge: (amount) => `Your bank wants to know: are you paying ${amount} to Puente?`,
    confirm: 'Yes, pay',
    refuse: "No, don't pay",
    answered: "You've already answered this.",
    saveTitle: 'Save a card for Puente',
    save: 'Save card',
    notSaved: "Your bank wouldn't let us save this card. Choose another one, or go back.",
  },
  es: {
    title: 'Pagar con tarjeta',
    banner: 'Entorno de pruebas: no se mueve dinero real',
    payTo: 'Pagar a Puente',
    chooseCard: 'Elige una tarjeta de prueba',
    cardSucceeds: 'Paga al instante',
    cardDeclines: 'Se rechaza',
    cardConfirms: 'Te pide confirmar con tu banco',
    pay: (amount) => `Pagar ${amount}`,
    cancel: 'Cancelar',
    back: 'Volver a Puente',
    declined: 'Tu tarjeta fue rechazada y no se cobró nada. Elige otra o vuelve atrás.',
    notConfirmed: 'No confirmaste, así que no se cobró nada. Elige otra tarjeta o vuelve atrás.',
    failed: 'Algo falló de nuestro lado y no se cobró nada. Vuelve y revisa antes de pagar otra vez.',
    paidTitle: 'Ya pagaste',
    paid: 'Este pago está completo. Ya puedes volver.',
    expiredTitle: 'Esta página venció',
    expired: 'No se cobró nada. Vuelve y empieza de nuevo.',
    unknownTitle: 'No encontramos este pago',
    unknown: 'El enlace está incompleto o es demasiado antiguo.',
    challengeTitle: 'Confirma con tu banco',
    challenge: (amount) => `Tu banco pregunta: ¿estás pagando ${amount} a Puente?`,
    confirm: 'Sí, pagar',
    refuse: 'No, no pagar',
    answered: 'Ya respondiste esta pregunta.',
    saveTitle: 'Guardar una tarjeta para Puente',
    save: 'Guardar tarjeta',
    notSaved: 'Tu banco no permitió guardar esta tarjeta. Elige otra o vuelve atrás.',
  },
  ko: {
    title: '카드 결제',
    banner: '테스트 환경: 실제 돈은 움직이지 않아요',
    payTo: 'Puente에 결제하기',
    chooseCard: '테스트용 카드를 선택해 주세요',
    cardSucceeds: '바로 결제돼요',
    cardDeclines: '결제가 거절돼요',
    cardConfirms: '은행에서 확인을 요청해요',
    pay: (amount) => `${amount} 결제하기`,
    cancel: '취소',
    back: 'Puente로 돌아가기',
    declined: '카드가 거절됐고 청구된 금액은 없어요. 다른 카드를 선택하거나 돌아가 주세요.',
    notConfirmed: '확인하지 않아 청구된 금액이 없어요. 다른 카드를 선택하거나 돌아가 주세요.',
    failed: '저희 쪽에 문제가 생겼고 청구된 금액은 없어요. 돌아가서 확인한 뒤 다시 결제해 주세요.',
    paidTitle: '결제했어요',
    paid: '결제가 끝났어요. 이제 돌아가도 돼요.',
    expiredTitle: '페이지 유효 시간이 지났어요',
    expired: '청구된 금액은 없어요. 돌아가서 다시 시작해 주세요.',
    unknownTitle: '결제를 찾을 수 없어요',
    unknown: '링크가 완전하지 않거나 너무 오래됐어요.',
    challengeTitle: '은행에서 확인',
    challenge: (amount) => `은행에서 물어봐요. Puente에 ${amount} 결제할까요?`,
    confirm: '네, 결제할게요',
    refuse: '아니요, 결제하지 않을게요',
    answered: '이미 답한 질문이에요.',
    saveTitle: 'Puente에 카드 저장하기',
    save: '카드 저장하기',
    notSaved: '은행에서 이 카드를 저장하지 못하게 했어요. 다른 카드를 선택하거나 돌아가 주세요.',
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
