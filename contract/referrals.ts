/** Texts of the page with the person's place in line and the link for friends. */
export const FRIEND_WORDS = {
  title: 'Your address is confirmed.',
  text: 'Your place on the waitlist is safe. We’ll email you when there is news.',
  placed: (place: string) => `You are number ${place} in line.`,
  heading: 'Bring a friend',
  invitation: 'Know another seller? Share your link.',
  /** Hidden from a person who is invited. */
  advance: 'Each friend who confirms moves you up.',
  oneFriend: 'One friend has confirmed.',
  friends: (count: string) => `${count} friends have confirmed.`,
  next: { label: 'Explore Features', path: '/features' },
} as const
