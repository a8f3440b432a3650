/** `vite.config.ts` sets it. Scripts and tests, which run without Vite, read the environment. */
declare const __REFERRALS__: boolean | undefined

/** Whether people who have confirmed get a link for friends. */
export const referrals: boolean =
  typeof __REFERRALS__ === 'undefined' ? process.env['REFERRALS'] !== 'off' : __REFERRALS__
