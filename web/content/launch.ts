import { readLaunch } from '../../contract/launch.ts'
import { brand } from './brand.ts'

/** The waitlist's stage, from LAUNCH_URL and WAITLIST. */
export const state = readLaunch(process.env)

/** After the launch, these words replace the ones about the waitlist and the beta. Null before the launch. */
export const launch = state.url
  ? {
      /** The product's address. All buttons that pointed to the form now point here. */
      url: state.url,
      /** The label for buttons that said “Join Waitlist”. Others, such as “Start free”, keep theirs. */
      button: `Open ${brand.name}`,
      note: 'No invitation needed. Pro adds video.',
      featuresText: 'Start from a product link or an image. You don’t need an invitation.',
      featuresClosing: 'Start free today, or see what each plan includes first.',
      aboutClosing: 'Your product is next.',
      plans: 'Start with Free today, and go Pro when you need more.',
      when: `Today. Open ${brand.name}, and paste a link or upload an image. The waitlist has closed, so you don’t need an invitation.`,
      /**
       * For people who joined before the launch: the request in the confirmation and the reminder, and the reminder's
       * title.
       */
      confirm: 'Confirm your address to get the launch offers.',
      remind: 'Still want the launch offers?',
      confirmed: `You don’t have to wait any longer: ${brand.name} is open to everyone. We’ll email you the launch offers.`,
      /** Tells people on the list what happens next. The waitlist page and later confirmation emails show it. */
      next: {
        title: 'Already on the waitlist?',
        items: [
          {
            title: 'Start today',
            description: 'You don’t need a place or an invitation anymore.',
          },
          {
            title: 'Get the launch offers',
            description:
              'Our launch email tells members who have confirmed their address how to get the discount.',
          },
          {
            title: 'Your links still work',
            description: 'Confirm, see or erase your data, or leave with the links in our emails.',
          },
        ],
      },
    }
  : null

/** The waitlist page without its form, after the launch or with WAITLIST=closed. Null while the form is open. */
export const closed = state.isOpen
  ? null
  : launch
    ? {
        name: `${brand.name} is open`,
        description: `The waitlist has closed: everyone can start now. Confirmed members get launch offers.`,
        title: `${brand.name} is open.`,
        text: 'The waitlist has closed. Paste a product link or upload an image, and your ad kit is ready in under 30 seconds.',
        action: { label: launch.button, to: launch.url },
        picture: { file: 'kit.svg' },
      }
    : {
        name: 'The waitlist is closed',
        description: 'The waitlist isn’t accepting new signups. See what happens if you’re on it.',
        title: 'The waitlist is closed.',
        text: 'We aren’t accepting new signups for now. If you are on the list, your place is safe: we’ll email your invitation when it’s your turn, and the links in our emails still work.',
        action: { label: 'Explore Features', to: '/features' },
        picture: { file: 'kit.svg' },
      }
