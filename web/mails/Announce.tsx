import { mails } from '../content/mails.ts'
import { Frame } from './Frame.tsx'

/** The frame of an announcement, whose body `waitlist announce` writes. */
export const Announce = () => <Frame words={mails.announce}>{mails.announce.body}</Frame>
