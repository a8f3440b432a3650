/** Whether people who have confirmed get a referral link. */
export const referrals: boolean = process.env['REFERRALS'] !== 'off'
