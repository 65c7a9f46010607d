/** A locked session: nothing private is rendered, and only a proof of its person unlocks it, by any way that they have. */
import { BridgeMark } from '@puente/ui/bridge-mark'
import { Button } from '@puente/ui/button'
import { NoticeRegion } from '@puente/ui/notice'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { brand, type Request, type Result } from '@puente/contract'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { paths } from '#lib/layout/paths.ts'
import { safeRedirect } from '#lib/layout/safe-redirect.ts'
import { signOut, unlock } from '#lib/session/session.ts'
import { PasskeyPart } from '#shared/step-up/passkey-part.tsx'
import { PasswordPart } from '#shared/step-up/password-part.tsx'
import { TotpPart } from '#shared/step-up/totp-part.tsx'
import { useChosenWay } from '#shared/step-up/use-chosen-way.ts'
import { router } from '../router.ts'

type Way = Result<'unlockWays'>['ways'][number]

/** Where the application opens when no particular screen was asked for. */
const LANDINGS: ReadonlySet<string> = new Set([paths.root.path, paths.signIn.path, paths.home.path])

/** What the account has; when that cannot be learned, the password, which nearly everybody has. Undefined until then. */
const useWays = (): readonly Way[] | undefined => {
  const [ways, setWays] = useState<readonly Way[]>()
  useEffect(() => {
    call('unlockWays').then(
      (answer) => setWays(answer.ways),
      () => setWays(['password']),
    )
  }, [])
  return ways
}

/** Unlocks, or throws what the way shows beside its field. */
const prove = async (proof: Request<'unlockSession'>): Promise<void> => {
  const resume = safeRedirect(await unlock(proof))
  // A tab that was opened at a particular address, such as the return from a payment page, stays there.
  if (resume !== null && LANDINGS.has(location.pathname)) router.history.replace(resume)
}

const ByPassword = () => <PasswordPart prove={prove} action={useTranslations()('shell.lock.unlock')} />

/** The server's challenge is that of a sign-in with a passkey. */
const begin = async () => ({ passkeyOptions: (await call('passkeySignInOptions', {})).options })

const parts = {
  passkey: () => <PasskeyPart begin={begin} prove={prove} />,
  totp: () => <TotpPart prove={prove} />,
  password: ByPassword,
}

const Ways = ({ ways }: { ways: readonly Way[] }) => {
  const t = useTranslations()
  const { chosen, choose, part } = useChosenWay(ways)
  const Part = chosen && parts[chosen]
  const others = ways.filter((way) => way !== chosen)
  return (
    <>
      <div ref={part}>{Part && <Part />}</div>
      {others.length > 0 && (
        <fieldset aria-label={t('shell.lock.other')} className="grid gap-1">
          {others.map((way) => (
            <Button key={way} variant="ghost" onClick={() => choose(way)}>
              {t(`stepUp.factors.${way}`)}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  )
}

export const LockScreen = () => {
  const t = useTranslations()
  const ways = useWays()

  return (
    <main className="mx-auto grid min-h-dvh max-w-form content-center gap-5 p-6">
      <BridgeMark name={brand.appName} variant="wordmark" />
      <div className="grid gap-2">
        <h1 className="text-2xl font-semibold">{t('shell.lock.title')}</h1>
        <p className="text-text-muted">{t(ways?.length === 0 ? 'shell.lock.none' : 'shell.lock.text')}</p>
      </div>
      <NoticeRegion />
      {ways ? (
        <Ways ways={ways} />
      ) : (
        <Loading label={t('common.loading')}>
          <Skeleton shape="block" />
        </Loading>
      )}
      <Button variant="ghost" onClick={() => void signOut()}>
        {t('shell.lock.logOut')}
      </Button>
    </main>
  )
}
