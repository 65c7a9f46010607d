/** The provider that reviews identities, as rows and logs name it. */
export const REVIEWER = 'onfido'
