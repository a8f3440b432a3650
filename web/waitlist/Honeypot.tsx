import { FIELDS, HONEYPOT, UNFILLED } from '@ad-kit/contract'
import type { ComponentProps } from 'react'
import { styled } from 'styled-components'

/**
 * A field that only programs fill in. It is out of sight, out of the tab order and out of the
 * accessibility tree, and tells password managers to ignore it.
 */
export function Honeypot(props: ComponentProps<'input'>) {
  const { label, autocomplete } = FIELDS[HONEYPOT]
  return (
    <Hidden aria-hidden="true">
      <label htmlFor={props.id}>{label}</label>
      <input {...props} type="text" tabIndex={-1} autoComplete={autocomplete} {...UNFILLED} />
    </Hidden>
  )
}

const Hidden = styled.div`
  position: absolute;
  left: -200vw;
  width: 1px;
  height: 1px;
  overflow: hidden;
`
