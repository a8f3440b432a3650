import { UNFILLED } from '@ad-kit/api/contract'
import type { ComponentProps } from 'react'
import { styled } from 'styled-components'
import { form } from '../content/waitlist.ts'

/**
 * A field that only programs fill in. It is out of sight, out of the tab order and out of
 * the accessibility tree, and tells password managers to pass by.
 */
export function Honeypot(props: ComponentProps<'input'>) {
  return (
    <Trap aria-hidden="true">
      <label htmlFor={props.id}>{form.fields.website.label}</label>
      <input
        {...props}
        type="text"
        tabIndex={-1}
        autoComplete={form.fields.website.autoComplete}
        {...UNFILLED}
      />
    </Trap>
  )
}

const Trap = styled.div`
  position: absolute;
  left: -200vw;
  width: 1px;
  height: 1px;
  overflow: hidden;
`
