/** The words of the page on which a person chooses an account. */
import type { Language } from '../card/page-texts.ts'
import type { IssuerName } from './issuers.ts'

/** What the page calls its issuer. It is not the real one, and says so. */
const names: Record<IssuerName, string> = { google: 'Google', apple: 'Apple' }

type Texts = {
  banner: string
  title: (issuer: string) => string
  shares: string
  choose: string
  someoneNew: string
  name: string
  email: string
  verified: string
  unverified: string
  isVerified: string
  submit: string
  cancel: string
  expiredTitle: string
  expired: string
}

export const oidcTexts: Record<Language, Texts> = {
  en: {
    banner: 'Sandbox: these are made-up accounts',
    title: (issuer) => `Continue to Puente with ${issuer}`,
    shares: 'Puente gets the name and the email of the account you choose.',
    choose: 'Choose an account',
    someoneNew: 'Someone new',
    name: 'Name',
    email: 'Email',
    verified: 'email verified',
    unverified: 'email not verified',
    isVerified: 'This email is verified',
    submit: 'Continue',
    cancel: 'Cancel',
    expiredTitle: 'This page has expired',
    expired: 'Go back to Puente and start again.',
  },
  es: {
    banner: 'Entorno de pruebas: estas cuentas son inventadas',
    title: (issuer) => `Continúa a Puente con ${issuer}`,
    shares: 'Puente recibirá el nombre y el correo de la cuenta que elijas.',
    choose: 'Elige una cuenta',
    someoneNew: 'Otra persona',
    name: 'Nombre',
    email: 'Correo electrónico',
    verified: 'correo verificado',
    unverified: 'correo sin verificar',
    isVerified: 'Este correo está verificado',
    submit: 'Continuar',
    cancel: 'Cancelar',
    expiredTitle: 'Esta página venció',
    expired: 'Vuelve a Puente y empieza de nuevo.',
  },
  ko: {
    banner: '샌드박스: 지어낸 계정이에요',
    // Both names end in ㄹ or a vowel, after which it is 로.
    title: (issuer) => `${issuer}로 Puente 계속하기`,
    shares: '선택한 계정의 이름과 이메일이 Puente에 전달돼요.',
    choose: '계정 선택',
    someoneNew: '새로운 사람',
    name: '이름',
    email: '이메일',
    verified: '이메일 인증됨',
    unverified: '이메일 인증 안 됨',
    isVerified: '인증된 이메일이에요',
    submit: '계속',
    cancel: '취소',
    expiredTitle: '만료된 페이지예요',
    expired: 'Puente로 돌아가서 다시 시작해 주세요.',
  },
}

export const titleOf = (language: Language, issuer: IssuerName): string => oidcTexts[language].title(names[issuer])
