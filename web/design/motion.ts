/** What the site needs of framer-motion: fetched after hydration, never with the page. */
export { inView } from 'framer-motion/dom'
export { animate } from 'framer-motion/dom/mini'
