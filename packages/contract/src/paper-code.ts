/**
 * The code of a paper: twenty letters and digits, none of them a look-alike of another, 99 bits. Printed in groups of four. Apart from the
 * schemas, since the page that checks papers loads none.
 */
export const PAPER_CODE = /^[2-9a-hjkmnp-z]{20}$/
