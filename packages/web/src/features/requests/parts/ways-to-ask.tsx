import { ActionTile } from '@puente/ui/action-tile'
import { Link } from '@tanstack/react-router'
import HandCoins from 'lucide-react/icons/hand-coins'
import Package from 'lucide-react/icons/package'
import QrCode from 'lucide-react/icons/qr-code'
import ScanLine from 'lucide-react/icons/scan-line'
import Split from 'lucide-react/icons/split'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { paths, useScreenExists } from '#lib/layout/paths.ts'
import { useMe } from '#lib/session/me.ts'
import { hasContacts } from '#shared/kyc/kyc-step.ts'

const KycDialog = lazyPart(() => import('#shared/kyc/kyc-dialog.tsx').then((part) => part.KycDialog))

const ways = [
  { key: 'custom', path: paths.requestNew.path, icon: <HandCoins />, needsContacts: true },
  { key: 'split', path: paths.requestSplit.path, icon: <Split />, needsContacts: true },
  { key: 'sell', path: paths.products.path, icon: <Package />, needsContacts: true },
  { key: 'qr', path: paths.requestQr.path, icon: <QrCode />, needsContacts: false },
  { key: 'scan', path: paths.requestScan.path, icon: <ScanLine />, needsContacts: false },
] as const

/** The ways to ask for money. Whoever may not use one yet sees the steps to get there. */
export const WaysToAsk = () => {
  const t = useTranslations('requests.ways')
  const exists = useScreenExists()
  const [steps, setSteps] = useState(false)
  const mayAsk = hasContacts(useMe())
  return (
    <nav aria-label={t('label')}>
      <ul className="grid grid-cols-5 gap-1">
        {ways
          .filter(({ path }) => exists(path))
          .map(({ key, path, icon, needsContacts }) => (
            <li key={key}>
              {mayAsk || !needsContacts ? (
                <ActionTile label={t(key)} icon={icon} render={(target) => <Link to={path as string} {...target} />} />
              ) : (
                <ActionTile label={t(key)} icon={icon} onClick={() => setSteps(true)} />
              )}
            </li>
          ))}
      </ul>
      {steps && (
        <Suspense>
          <KycDialog onClose={() => setSteps(false)} />
        </Suspense>
      )}
    </nav>
  )
}
