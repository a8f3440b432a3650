import { LazyMotion } from 'framer-motion'
import * as m from 'framer-motion/m'
import { styled } from 'styled-components'
import { palette, wide } from '../design/tokens.ts'

const loadFeatures = () => import('../design/motionFeatures.ts').then((module) => module.default)

/** The line under the steps. It is drawn once, when it is seen, from the first to the last. */
export function Path() {
  return (
    <LazyMotion features={loadFeatures} strict>
      <Line viewBox="0 0 1200 260" preserveAspectRatio="none" aria-hidden="true">
        <m.path
          d="M96 44C260 40 330 130 500 132S750 200 900 214"
          fill="none"
          stroke={palette.ember500}
          strokeWidth="2"
          strokeDasharray="2 9"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
          whileInView={{ opacity: [0, 1] }}
          viewport={{ once: true }}
          transition={{ duration: 0.9 }}
        />
      </Line>
    </LazyMotion>
  )
}

const Line = styled.svg`
  display: none;

  ${wide.tablet} {
    position: absolute;
    inset: 0 0 auto;
    display: block;
    width: 100%;
    height: 15rem;
  }
`
