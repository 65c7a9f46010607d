/**
 * Five pictures in one line style: the bridge, and what has become of it. They carry no meaning that the text beside
 * them does not say, so they are hidden from screen readers.
 */
import type { ReactNode } from 'react'

const Picture = ({ children }: { children: ReactNode }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 220 130"
    fill="none"
    className="h-32 w-auto max-w-full stroke-text"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {children}
  </svg>
)

const Water = () => (
  <path
    className="stroke-border-strong"
    d="M28 112q8-5 16 0t16 0 16 0M104 118q8-5 16 0t16 0M152 111q8-5 16 0t16 0 16 0"
  />
)

const Shores = () => (
  <>
    <path
      className="fill-brand-soft stroke-none"
      d="M0 84h34c8 0 11 7 16 16s9 12 16 12H0zM220 84h-34c-8 0-11 7-16 16s-9 12-16 12h66z"
    />
    <path d="M0 84h34c8 0 11 7 16 16M220 84h-34c-8 0-11 7-16 16" />
  </>
)

/** Two shores and a first plank: nothing has crossed yet. */
export const EmptyListPicture = () => (
  <Picture>
    <circle className="fill-waiting-soft stroke-none" cx="152" cy="38" r="17" />
    <Shores />
    <path className="stroke-brand" strokeWidth="3" d="M34 84h26" />
    <path className="stroke-brand" strokeDasharray="1 8" strokeWidth="3" d="M72 84h114M36 80C60 30 160 30 184 80" />
    <path d="M34 84V62M34 62c-5 0-8-4-8-8M34 62c5 0 8-4 8-8" />
    <Water />
  </Picture>
)

/** The span is broken and the cable hangs loose: no connection, or a screen that broke. */
export const OfflinePicture = () => (
  <Picture>
    <Shores />
    <path
      className="fill-surface-sunken"
      d="M84 34a13 13 0 0 1 24-7 11 11 0 0 1 18 8 9 9 0 0 1-2 18H88a10 10 0 0 1-4-19z"
    />
    <path className="stroke-brand" strokeWidth="3" d="M34 84h46l-4 6M186 84h-50l5 7" />
    <path d="M50 84V52M170 84V52M50 52c8 18 16 25 26 26M170 52c-8 18-18 26-30 27" />
    <path className="stroke-negative" strokeWidth="3" d="m101 72 14 14M115 72l-14 14" />
    <Water />
  </Picture>
)

/** The bridge ends at a signpost in the middle of the water: not found. */
export const NotFoundPicture = () => (
  <Picture>
    <path className="fill-brand-soft stroke-none" d="M0 84h34c8 0 11 7 16 16s9 12 16 12H0z" />
    <path d="M0 84h34c8 0 11 7 16 16" />
    <path className="stroke-brand" strokeWidth="3" d="M34 84h98" />
    <path d="M54 84c0-12 10-20 22-20s22 8 22 20M98 84c0-12 8-19 18-20" />
    <path d="M76 84v28M120 84v28" />
    <path d="M146 112V34" />
    <path className="fill-waiting-soft" d="M134 38h42l8 9-8 9h-42z" />
    <path d="M154 43.5c.5-3.5 8-3.5 7.5.5-.3 2.5-3.5 2.5-3.8 5M157.7 52.3v.1" />
    <path className="stroke-border-strong" d="M28 120q8-5 16 0t16 0M92 119q8-5 16 0t16 0M160 115q8-5 16 0t16 0" />
  </Picture>
)

/** The deck ends before the far shore, and a clock stands over the gap: on its way, but waiting. */
export const WaitingPicture = () => (
  <Picture>
    <Shores />
    <path className="stroke-brand" strokeWidth="3" d="M16 84h104" />
    <path className="stroke-brand" strokeDasharray="1 8" strokeWidth="3" d="M132 84h54" />
    <path d="M50 84V52M170 84V52M50 52c10 18 30 26 60 26" />
    <path strokeDasharray="1 8" d="M122 78c24-1 40-9 48-26" />
    <circle className="fill-waiting-soft" cx="110" cy="38" r="19" />
    <path d="M110 26v12l8 5" />
    <Water />
  </Picture>
)

/** The arch stands from shore to shore: done. */
export const DonePicture = () => (
  <Picture>
    <circle className="fill-brand-soft stroke-none" cx="110" cy="52" r="46" />
    <Shores />
    <path className="stroke-brand" strokeWidth="4" d="M30 98C52 22 168 22 190 98" />
    <path className="stroke-brand" strokeWidth="3" d="M16 84h188" />
    <path d="M70 84V52M90 84V44M110 84V41M130 84V44M150 84V52" />
    <circle className="fill-positive stroke-none" cx="110" cy="38" r="17" />
    <path className="stroke-surface-raised" strokeWidth="3.5" d="m102.5 38.5 5.5 5.5 10-11" />
    <Water />
  </Picture>
)

const SPAN = {
  half: 180,
  top: 18,
  sag: 74,
  deck: 112,
  centres: [40, 400, 760],
  hangers: [-150, -120, -90, -60, -30, 0, 30, 60, 90, 120, 150],
}

/** A cable hangs as a parabola; its hangers end where it is. */
const cableAt = (fromCentre: number) => SPAN.top + SPAN.sag * (1 - (fromCentre / SPAN.half) ** 2)

/** A long bridge to stand at the foot of a quiet page, such as sign-in. On a phone its middle shows. */
export const BridgeScene = () => (
  <div aria-hidden="true" className="flex justify-center overflow-hidden">
    <svg
      viewBox="0 0 800 140"
      fill="none"
      className="h-auto w-full min-w-[40rem] shrink-0 stroke-border"
      strokeWidth="1.5"
    >
      <path d="M214 8v132M226 8v132M574 8v132M586 8v132" />
      <path d="M0 112h800M0 118h800" />
      {SPAN.centres.map((centre) => (
        <g key={centre}>
          <path d={`M${centre - SPAN.half} ${SPAN.top}q${SPAN.half} ${SPAN.sag * 2} ${SPAN.half * 2} 0`} />
          {SPAN.hangers.map((place) => (
            <path key={place} d={`M${centre + place} ${cableAt(place)}V${SPAN.deck}`} />
          ))}
        </g>
      ))}
    </svg>
  </div>
)
