import type { ReactNode } from 'react'
import { Target, type TargetProps } from './target.tsx'

export type ActionTileProps = TargetProps & { label: string; icon: ReactNode }

/** A main action of a screen: a large round icon above its label. A link or a button, see `TargetProps`. */
export const ActionTile = ({ label, icon, ...target }: ActionTileProps) => (
  <Target
    {...target}
    className="group grid w-full content-start justify-items-center gap-2 rounded-md px-1 py-2 text-center text-sm font-semibold text-text no-underline"
  >
    <span
      aria-hidden="true"
      className="grid size-14 place-items-center rounded-full bg-brand-soft text-brand-text transition-colors duration-150 group-hover:bg-brand group-hover:text-on-brand group-active:translate-y-px [&_svg]:size-6"
    >
      {icon}
    </span>
    {label}
  </Target>
)
