/** The words of the pages where a person links a bank. */
import type { Language } from '../card/page-texts.ts'
import type { AccountKind } from './link-banks.ts'

type Texts = {
  title: string
  banner: string
  explain: string
  choose: string
  logIn: (bank: string) => string
  name: string
  continue: string
  accounts: string
  kinds: Record<AccountKind, string>
  share: string
  noneChosen: string
  leave: string
  back: string
  overTitle: string
  over: string
  unknownTitle: string
  unknown: string
}

export const linkTexts: Record<Language, Texts> = {
  en: {
    title: 'Connect your bank',
    banner: 'Sandbox: no real money moves',
    explain: 'This page plays Plaid, and the banks are made up. Log in with any name.',
    choose: 'Choose your bank',
    logIn: (bank) => `Log in to ${bank}`,
    name: 'Your name',
    continue: 'Log in',
    accounts: 'Which accounts may Puente see?',
    kinds: { checking: 'Checking', savings: 'Savings' },
    share: 'Share these accounts',
    noneChosen: 'Choose at least one account.',
    leave: 'Leave without connecting',
    back: 'Back to Puente',
    overTitle: 'This visit is over',
    over: 'You can go back now.',
    unknownTitle: 'Page not found',
    unknown: 'The link is incomplete or too old.',
  },
  es: {
    title: 'Conecta tu banco',
    banner: 'Entorno de pruebas: no se mueve dinero real',
    explain: 'Esta página hace de Plaid y los bancos son inventados. Inicia sesión con cualquier nombre.',
    choose: 'Elige tu banco',
    logIn: (bank) => `Inicia sesión en ${bank}`,
    name: 'Tu nombre',
    continue: 'Iniciar sesión',
    accounts: '¿Qué cuentas puede ver Puente?',
    kinds: { checking: 'Corriente', savings: 'De ahorros' },
    share: 'Compartir estas cuentas',
    noneChosen: 'Elige al menos una cuenta.',
    leave: 'Salir sin conectar',
    back: 'Volver a Puente',
    overTitle: 'Esta visita terminó',
    over: 'Ya puedes volver.',
    unknownTitle: 'No encontramos la página',
    unknown: 'El enlace está incompleto o es demasiado antiguo.',
  },
  ko: {
    title: '은행 연결',
    banner: '테스트 환경: 실제 돈은 움직이지 않아요',
    explain: 'Plaid 역할을 하는 페이지예요. 은행은 모두 가상이고, 아무 이름으로나 로그인할 수 있어요.',
    choose: '은행을 선택하세요',
    logIn: (bank) => `${bank} 로그인`,
    name: '이름',
    continue: '로그인',
    accounts: 'Puente에 어떤 계좌를 보여줄까요?',
    kinds: { checking: '입출금 계좌', savings: '저축 계좌' },
    share: '이 계좌 공유하기',
    noneChosen: '계좌를 하나 이상 선택하세요.',
    leave: '연결하지 않고 나가기',
    back: 'Puente로 돌아가기',
    overTitle: '연결 절차가 끝났어요',
    over: '이제 돌아가도 돼요.',
    unknownTitle: '페이지를 찾을 수 없어요',
    unknown: '링크가 완전하지 않거나 너무 오래됐어요.',
  },
}
