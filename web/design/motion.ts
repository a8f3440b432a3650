/** The parts of framer-motion that the site uses. They are fetched after hydration. */
export { inView, stagger } from 'framer-motion/dom'
export { animate } from 'framer-motion/dom/mini'
