import { Screen } from '#lib/layout/screen.tsx'
import { ProfileCard } from '../parts/profile-card.tsx'
import { SettingsList } from '../parts/settings-list.tsx'
import { profileAndLimits } from '../parts/settings-rows.tsx'

/** Who one is here, and how much one may move. */
export const ProfileAndLimitsScreen = () => (
  <Screen>
    <ProfileCard />
    <SettingsList group={profileAndLimits} />
  </Screen>
)
