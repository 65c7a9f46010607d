/** How to hold the camera, as a picture; the photo fields have the text. */
import type { ReactNode } from 'react'

const Frame = ({ children }: { children: ReactNode }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 240 120"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
    className="mx-auto w-full max-w-64 text-brand-text"
    stroke="currentColor"
    strokeWidth="2.5"
  >
    <rect className="fill-brand-soft stroke-none" width="240" height="120" rx="14" />
    {/* The corners of the camera's view. */}
    <path d="M28 34V24q0-6 6-6h10M196 18h10q6 0 6 6v10M212 86v10q0 6-6 6h-10M44 102H34q-6 0-6-6V86" />
    {children}
  </svg>
)

/** A card that lies flat within the frame, with all corners visible. */
export const CardFrame = () => (
  <Frame>
    <g className="fill-surface-raised">
      <rect x="62" y="28" width="116" height="64" rx="7" strokeWidth="2" />
    </g>
    <g strokeWidth="2">
      <circle cx="86" cy="54" r="8" />
      <path d="M73 77c1-8 6-11 13-11s12 3 13 11M116 46h46M116 58h46M116 70h28" />
    </g>
  </Frame>
)

/** A face that fills the frame, looking straight. */
export const FaceFrame = () => (
  <Frame>
    <ellipse className="fill-surface-raised" cx="120" cy="60" rx="31" ry="40" strokeWidth="2" strokeDasharray="5 6" />
    <g strokeWidth="2">
      <path d="M109 54v3M131 54v3M120 57v9q0 2-3 2M110 77q10 8 20 0" />
    </g>
  </Frame>
)
