import { Info } from 'lucide'
import { useId } from 'react'
import { styled } from 'styled-components'
import { color, shadow } from '../design/theme.ts'
import { layer, radius, size, space, type } from '../design/tokens.ts'
import { Icon } from './Icon.tsx'
import { useTooltip } from './useTooltip.ts'

interface TooltipProps {
  /** The accessible name of the button. */
  label: string
  text: string
}

/** An explanation of the words before it. Before hydration, and without scripts, CSS opens it. */
export function Tooltip({ label, text }: TooltipProps) {
  const id = useId()
  const { open, trigger, area } = useTooltip()
  return (
    <Area {...area}>
      <Trigger type="button" aria-label={label} aria-describedby={id} {...trigger}>
        <Icon icon={Info} size={16} />
      </Trigger>
      <Text role="tooltip" id={id} data-open={open}>
        {text}
      </Text>
    </Area>
  )
}

const Area = styled.span`
  position: relative;

  > [data-open='false'],
  &:not(:hover, :focus-within) > [role='tooltip']:not([data-open]) {
    display: none;
  }
`

const Trigger = styled.button`
  display: inline-grid;
  place-items: center;
  width: ${size.hint};
  height: ${size.hint};
  padding: 0;
  border: 0;
  border-radius: ${radius.pill};
  background: none;
  color: ${color.faint};
  vertical-align: middle;
  cursor: help;

  &:hover {
    color: ${color.accentStrong};
  }
  &:focus-visible {
    outline-offset: 0;
  }
`

const Text = styled.span`
  position: absolute;
  bottom: calc(100% + ${space[1]});
  left: 50%;
  z-index: ${layer.raised};
  width: max-content;
  max-width: min(13rem, 60vw);
  padding: ${space[2]} ${space[3]};
  border: 1px solid ${color.hairlineStrong};
  border-radius: ${radius.small};
  background: ${color.page};
  box-shadow: ${shadow.card};
  color: ${color.text};
  ${type.label}
  transform: translateX(-50%);

  /* Fills the gap to the trigger, so that the pointer can cross to the text. */
  &::after {
    content: '';
    position: absolute;
    inset: 100% 0 auto;
    height: ${space[2]};
  }
`
