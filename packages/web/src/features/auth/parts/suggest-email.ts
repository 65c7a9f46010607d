/** Domains that our users have besides the popular ones; without them naver.com would be "corrected". */
const MORE_DOMAINS = ['naver.com', 'daum.net', 'hanmail.net', 'kakao.com', 'nate.com', 'hotmail.es', 'yahoo.es']

/** The address that was probably meant, or null. The dictionary is fetched when the first address has been typed. */
export const suggestEmail = async (email: string): Promise<string | null> => {
  const { run, POPULAR_DOMAINS } = await import('@zootools/email-spell-checker')
  return run({ email: email.trim(), domains: [...POPULAR_DOMAINS, ...MORE_DOMAINS] })?.full ?? null
}
