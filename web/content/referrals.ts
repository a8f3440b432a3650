/** Whether people who have confirmed get a link for friends. */
export const referrals: boolean = process.env['REFERRALS'] !== 'off'
