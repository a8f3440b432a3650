/** What framer-motion needs to animate: fetched after hydration, never with the page. */
export { domAnimation as default } from 'framer-motion'
