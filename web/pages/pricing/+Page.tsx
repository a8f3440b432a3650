import { styled } from 'styled-components'
import { pricingClosing } from '../../content/faq.ts'
import { space } from '../../design/tokens.ts'
import { Closing } from '../../sections/Closing.tsx'
import { Faq } from '../../sections/Faq.tsx'
import { Plans } from '../../sections/Plans.tsx'

export const Page = () => (
  <>
    <Top>
      <Plans heading="h1" />
    </Top>
    <Faq />
    <Closing {...pricingClosing} />
  </>
)

/** Clears the fixed header. */
const Top = styled.div`
  padding-top: ${space.header};
`
