/** The words of the page that follows a confirmation, with the person's link for friends. */
export const FRIEND_WORDS = {
  title: 'Your address is confirmed.',
  text: 'Your place on the waitlist is safe. We email you when there is news.',
  heading: 'Bring a friend',
  invitation: 'Know another seller? Share your link. Each friend who confirms counts for you.',
  next: { label: 'Explore Features', path: '/features' },
} as const
