/** The code for animations, with the parts of framer-motion that the site uses. It is fetched after hydration. */
export { inView } from 'framer-motion/dom'
export { animate } from 'framer-motion/dom/mini'
export { rise } from './rise.ts'
