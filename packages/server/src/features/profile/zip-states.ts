/**
 * The state of a ZIP code by its first three digits (the sectional center), as the Postal Service assigns them. Enough to
 * notice a code of another state; a few prefixes serve two.
 */
const RANGES = `
005 NY|006-007 PR|008 VI|009 PR|010-027 MA|028-029 RI|030-038 NH|039-049 ME|050-054 VT|055 MA|056-059 VT|060-062 CT
063 CT NY|064-069 CT|070-089 NJ|090-098 AE|100-149 NY|150-196 PA|197-199 DE|200 DC|201 VA|202-205 DC|206-219 MD
220-246 VA|247-268 WV|270-289 NC|290-299 SC|300-319 GA|320-339 FL|340 AA|341-349 FL|350-369 AL|370-385 TN|386-397 MS
398-399 GA|400-421 KY|422-423 KY TN|424-427 KY|430-459 OH|460-479 IN|480-499 MI|500-528 IA|530-549 WI|550-567 MN|569 DC
570-577 SD|580-588 ND|590-599 MT|600-629 IL|630-658 MO|660-679 KS|680-693 NE|700-714 LA|716-729 AR|730-731 OK|733 TX
734-749 OK|750-799 TX|800-816 CO|820-831 WY|832-833 ID|834 ID WY|835-838 ID|840-847 UT|850-864 AZ|865 AZ NM|870-884 NM
885 TX|889-898 NV|900-961 CA|962-966 AP|967 HI AS|968 HI|969 GU MP FM MH PW|970-975 OR|976 OR CA|977-979 OR|980-994 WA
995-999 AK`

const STATES_BY_PREFIX: ReadonlyMap<string, readonly string[]> = new Map(
  RANGES.trim()
    .split(/[|\n]/)
    .flatMap((entry) => {
      const [range = '', ...states] = entry.trim().split(' ')
      const [first = '', last = first] = range.split('-')
      const count = Number(last) - Number(first) + 1
      return Array.from({ length: count }, (_, index): [string, string[]] => [
        String(Number(first) + index).padStart(3, '0'),
        states,
      ])
    }),
)

/** Whether a ZIP code can belong to a state; an unassigned prefix belongs to none. */
export const isZipOfState = (zipCode: string, state: string): boolean =>
  STATES_BY_PREFIX.get(zipCode.slice(0, 3))?.includes(state) ?? false
