import { ChevronDown } from 'lucide'
import type { ComponentProps, ReactNode } from 'react'
import { css, styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { duration, radius, size, space, type } from '../design/tokens.ts'
import { Icon } from './Icon.tsx'

type FieldProps = ComponentProps<'input'> &
  ComponentProps<'select'> & {
    id: string
    label: string
    /** This word, next to the label, marks an optional field. Without it, the field is required. */
    optional: string
    error?: string | undefined
    /** CSS shows this rule while the value is invalid, until scripts validate the form. */
    rule?: string | undefined
    /** This text is shown and announced below the field while there is no error. */
    note?: ReactNode
    /** Options turn the field into a select. Without them, it is a text input. */
    children?: ReactNode
  }

/** A text input or a native select, with its label and its error (WCAG 1.3.1, 3.3.1). */
export function Field({ label, optional, error, rule, note, children, ...props }: FieldProps) {
  const messageId = `${props.id}-error`
  const described = error ? { 'aria-invalid': true, 'aria-describedby': messageId } : {}
  const control = { ...props, required: !optional, ...described }
  return (
    <Wrapper>
      <label htmlFor={props.id}>
        {label} {optional && <Hint>({optional})</Hint>}
      </label>
      {children ? (
        <SelectBox>
          <Select {...control}>{children}</Select>
          <Icon icon={ChevronDown} size={20} />
        </SelectBox>
      ) : (
        <Input {...control} />
      )}
      {/* Always in the page, because screen readers ignore a region that is added with its text (WCAG 4.1.3). */}
      <div aria-live="polite">{error ? <Message id={messageId}>{error}</Message> : note}</div>
      {rule && !error && <Rule>{rule}</Rule>}
    </Wrapper>
  )
}

const Wrapper = styled.div`
  display: grid;
  align-content: start;

  label {
    margin-bottom: ${space[2]};
    color: ${color.text};
    ${type.label}
    font-weight: 500;
  }
`

const Hint = styled.span`
  color: ${color.muted};
  font-weight: 400;
`

const Message = styled.p`
  margin-top: ${space[2]};
  color: ${color.danger};
  ${type.label}
`

/* CSS shows the rule until scripts validate the form. */
const Rule = styled(Message)`
  display: none;

  form:not([novalidate]) :has(> :user-invalid, > * > :user-invalid) > & {
    display: block;
  }
`

const control = css`
  width: 100%;
  min-height: ${size.control};
  padding: ${space[2]} ${space[4]};
  border: 1px solid ${color.control};
  border-radius: ${radius.field};
  background: ${color.field};
  color: ${color.strong};
  transition:
    border-color ${duration.fast},
    background-color ${duration.fast};

  &::placeholder {
    color: ${color.faint};
    opacity: 1;
  }
  &:hover {
    border-color: ${color.muted};
  }
  &:focus-visible {
    border-color: ${color.accent};
    outline-offset: 1px;
  }
  &[aria-invalid='true'],
  form:not([novalidate]) &:user-invalid {
    border-color: ${color.danger};
    background: ${color.dangerField};
  }
`

const Input = styled.input`
  ${control}
`

const Select = styled.select`
  ${control}
  padding-right: ${space[12]};
  appearance: none;

  /* While nothing is chosen, the first option looks like a placeholder. */
  &:has([value='']:checked) {
    color: ${color.faint};
  }
  option {
    color: ${color.strong};
  }
`

const SelectBox = styled.div`
  position: relative;

  svg {
    position: absolute;
    top: calc(50% - 10px);
    right: ${space[4]};
    color: ${color.muted};
    pointer-events: none;
  }
`
