import { Button } from '@puente/ui/button'
import { Navigate, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'
import { reloadMe, useMe } from '#lib/session/me.ts'
import { BusinessForm } from '#shared/business/business-form.tsx'
import { AuthFrame } from '../parts/auth-frame.tsx'
import { SignUpProgress } from '../parts/sign-up-progress.tsx'

/** The step that only a business has: what it is called and its EIN. It can be left for later, in the settings. */
export const SignUpBusinessScreen = () => {
  const t = useTranslations()
  const router = useRouter()
  const { business } = useMe()
  const on = () => router.history.push(paths.signUpAddress.path)
  if (!business) return <Navigate to={paths.signUpAddress.path} replace />
  return (
    <AuthFrame
      title={t('business.stepTitle')}
      lead={t('business.lead')}
      progress={<SignUpProgress step="business" business />}
    >
      <BusinessForm
        submit={t('common.continue')}
        onSaved={async () => {
          await reloadMe()
          on()
        }}
      >
        <Button variant="ghost" onClick={on}>
          {t('auth.emailStep.later')}
        </Button>
      </BusinessForm>
    </AuthFrame>
  )
}
